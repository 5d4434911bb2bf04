import { randomBytes } from "node:crypto";
import { inject } from "vitest";
import { asKeeper } from "./keeper";

/** Tests of what needs no database get none: whatever reaches for it fails. */
const TOUCHES_NOTHING = /\/tests\/(kernel\/|house\.test)/;

export const nameOfOne = (): string => `${inject("run")}_${randomBytes(5).toString("hex")}`;

let free: string | undefined;

/** Makes the database that a test file has from its beginning and answers its name. */
export async function ownDatabase(testPath: string): Promise<string> {
  const name = nameOfOne();
  if (TOUCHES_NOTHING.test(testPath)) return name;
  await asKeeper(inject("server"), (client) => client.query(`CREATE DATABASE ${name} TEMPLATE ${inject("template")}`));
  free = name;
  return name;
}

/** The file's own database for the first who wants one, unless the code of this process works with it already. */
export function takeOwn(): string | undefined {
  if ((globalThis as { __database?: unknown }).__database) return undefined;
  const name = free;
  free = undefined;
  return name;
}
