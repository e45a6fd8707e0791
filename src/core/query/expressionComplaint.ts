/** What is wrong with a regular expression in JavaScript's words. Dialects differ: only what is wrong in all of them. */
export function complaintAbout(expression: string): string | undefined {
  if (expression.includes("\\Q")) return undefined;
  try {
    new RegExp(expression.replace(/\(\?(?:P?<\w+>|[a-zA-Z-]+(?=\)))/g, "("));
    return undefined;
  } catch (error) {
    const { message } = error as SyntaxError;
    // The message begins with the expression, which may contain any words.
    return message.slice(message.lastIndexOf(": "));
  }
}
