import { common, createLowlight } from "lowlight";
import dockerfile from "highlight.js/lib/languages/dockerfile";
import groovy from "highlight.js/lib/languages/groovy";
import nix from "highlight.js/lib/languages/nix";
import powershell from "highlight.js/lib/languages/powershell";
import properties from "highlight.js/lib/languages/properties";
import protobuf from "highlight.js/lib/languages/protobuf";
import scala from "highlight.js/lib/languages/scala";

/** A piece of code, and the classes that say what it is; none for what has no colour of its own. */
export interface Token {
  readonly text: string;
  readonly classes: string;
}

type Syntax = ReturnType<typeof createLowlight>;
type Root = ReturnType<Syntax["highlight"]>;

const syntax = createLowlight({ ...common, dockerfile, groovy, nix, powershell, properties, protobuf, scala });
syntax.registerAlias({ typescript: ["mts", "cts"], dockerfile: ["containerfile"], bash: ["console", "shell-session"] });

/** Code cut into tokens that together are the code; `undefined` for a language that isn't known. The classes are the highlighter's own (`hljs-…`). */
export function tokenize(text: string, language: string): readonly Token[] | undefined {
  return syntax.registered(language) ? flatten(syntax.highlight(language, text), "") : undefined;
}

/** What stands within something else is what it is itself: an expression in a string is none. */
function flatten({ children }: Pick<Root, "children">, classes: string): Token[] {
  return children.flatMap((node) => {
    if (node.type === "text") return [{ text: node.value, classes }];
    if (node.type !== "element") return [];
    const { className } = node.properties;
    return flatten(node, Array.isArray(className) ? className.join(" ") : "");
  });
}
