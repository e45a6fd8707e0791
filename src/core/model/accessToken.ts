/** What a request uses to show who sends it: an access token that a person made, or the token of a sign-in by OAuth. */
export type AccessToken = string | BearerToken;

/** A token that lives for about an hour and is then replaced by another. */
export interface BearerToken {
  /**
   * The token to send now. One that is about to expire is exchanged first; throws `sessionEnded` if that is refused.
   */
  current(): Promise<string>;
  /**
   * Another token instead of `refused`, which the service did not accept. Throws `sessionEnded` if there is none any
   * more.
   */
  renewed(refused: string): Promise<string>;
}
