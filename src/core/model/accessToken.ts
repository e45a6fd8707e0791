/** What a request shows of who it is from: an access token that a person made, or the token of a sign-in by OAuth. */
export type AccessToken = string | BearerToken;

/** A token that lives for about an hour, behind which others wait. */
export interface BearerToken {
  /** The one to send now. One that is about to expire is exchanged first; throws `sessionEnded` where that is refused. */
  current(): Promise<string>;
  /** Another one than `refused`, which the service did not accept. Throws `sessionEnded` where there is none any more. */
  renewed(refused: string): Promise<string>;
}
