import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";

/** Reads a password from the terminal, twice and without echo; without a terminal, the first line of standard input. */
export async function askPassword(): Promise<string> {
  if (!process.stdin.isTTY) return firstLine();
  const first = await unseen("Password: ");
  if ((await unseen("Password again: ")) !== first) throw new Error("The two passwords differ.");
  return first;
}

async function firstLine(): Promise<string> {
  for await (const line of createInterface({ input: process.stdin })) return line;
  return "";
}

async function unseen(question: string): Promise<string> {
  process.stderr.write(question);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  // Ctrl+C must end the program, not only the prompt.
  terminal.once("SIGINT", () => process.exit(130));
  try {
    return await terminal.question("");
  } finally {
    terminal.close();
    process.stderr.write("\n");
  }
}
