/**
 * Splits a text into its SQL commands, because a database with distributed tables refuses several at once. A command
 * ends at a semicolon outside of quotes, names, $$ bodies and comments.
 */
export function splitCommands(text: string): string[] {
  const commands: string[] = [];
  let start = 0;
  for (const { 0: part, index } of text.matchAll(PARTS)) {
    if (part !== ";") continue;
    commands.push(text.slice(start, index));
    start = index + 1;
  }
  return [...commands, text.slice(start)].map((command) => command.trim()).filter((command) => !EMPTY.test(command));
}

const COMMENT = String.raw`--[^\n]*|\/\*[\s\S]*?\*\/`;
const PARTS = new RegExp(String.raw`'(?:[^']|'')*'|"[^"]*"|(\$\w*\$)[\s\S]*?\1|${COMMENT}|;`, "g");
const EMPTY = new RegExp(String.raw`^(?:\s|${COMMENT})*$`);
