import { randomBytes } from "node:crypto";
import { inject } from "vitest";
import { afterEachFile } from "./file-end";
import { dropDatabase, onEveryNodeAlone } from "./nodes";

export const nameOfOne = (): string => `${inject("run")}_${randomBytes(5).toString("hex")}`;

let own: string | undefined;
let free: string | undefined;

/** Creates the database that a test file has from its beginning and returns its name. */
export async function ownDatabase(): Promise<string> {
  const name = nameOfOne();
  await copyDatabase(name, inject("template"));
  own = free = name;
  return name;
}

afterEachFile(async () => {
  if (own) await dropDatabase(inject("server"), own);
  own = undefined;
});

/** Creates the database `name` as a copy of `template`. */
export async function copyDatabase(name: string, template: string): Promise<void> {
  const statement = `CREATE DATABASE ${name} TEMPLATE ${template} ${inject("copyOptions")}`;
  await onEveryNodeAlone(inject("server"), template, statement);
}

/** The file's own database for the first who wants one, unless the code of this process works with it already. */
export function takeOwn(): string | undefined {
  if ((globalThis as { __database?: unknown }).__database) return undefined;
  const name = free;
  free = undefined;
  return name;
}
