/**
 * Whether a title says no more than the first question below it: it is that question, its first line or sentence, or
 * its beginning with an ellipsis, perhaps with the name of a file in parentheses that the question also has.
 */
export function repeatsQuestion(title: string, question: string): boolean {
  const asked = plain(question);
  const [, begun = "", file = ""] = /^(.*?)(?: \(([^()]+)\))?$/.exec(plain(title)) ?? [];
  if (!asked.includes(file)) return false;
  if ([asked, plain(question.trim().split("\n")[0] ?? "")].includes(begun)) return true;
  return /.[.?!…]$/.test(begun) && asked.startsWith(begun.replace(/…$/, ""));
}

/** Text as the local service turns a question into a title: without marks, on one line. */
function plain(text: string): string {
  return text
    .replaceAll(/[`*_#]+/g, "")
    .replaceAll(/\s+/g, " ")
    .trim();
}
