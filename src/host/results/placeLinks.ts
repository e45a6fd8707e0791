import * as vscode from "vscode";
import { shownRange } from "../sources/editorLines.ts";

/**
 * Links in a document to lines of files, as a service counts them. Which line of the editor that is depends on the file,
 * which is read only when a link to it is followed.
 */
export class PlaceLinks {
  readonly #places = new WeakMap<vscode.DocumentLink, vscode.Location>();

  /** A link at `range` of a document; {@link resolve} adds where it leads. */
  make(range: vscode.Range, uri: vscode.Uri, place: vscode.Position): vscode.DocumentLink {
    const link = new vscode.DocumentLink(range);
    this.#places.set(link, new vscode.Location(uri, place));
    return link;
  }

  async resolve(link: vscode.DocumentLink): Promise<vscode.DocumentLink> {
    const place = this.#places.get(link);
    if (!place) return link;
    const { line, character } = (await shownRange(place.range, place.uri)).start;
    link.target = place.uri.with({ fragment: `L${line + 1},${character + 1}` });
    return link;
  }
}
