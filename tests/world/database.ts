import { inject } from "vitest";
import { overrideConfig, config } from "../../server/kernel/process/config";
import { closeDatabase, database } from "../../server/kernel/database/transactions";
import { context } from "../../server/kernel/database/transaction-context";
import { ensureDemo } from "./demo";
import { afterEachFile } from "./file-end";
import { databaseUrl } from "./keeper";
import { dropDatabase } from "./nodes";
import { copyDatabase, nameOfOne, takeOwn } from "./own";

export type TestDatabase = {
  url: string;
  /** The code of the server in this process works with this database until it is dropped. */
  enter(): Promise<void>;
  drop: () => Promise<void>;
};

const opened = new Set<TestDatabase>();

/** A database of the test's own, migrated and empty or with the demo company; dropped after the test file. */
export async function aDatabase(options: { demo?: boolean } = {}): Promise<TestDatabase> {
  const server = inject("server");
  const taken = options.demo ? undefined : takeOwn();
  // Code that has not entered the taken one may not work with it by the way.
  if (taken) overrideConfig({ DATABASE_URL: databaseUrl(server, "taken") });
  const name = taken ?? (await aCopy(server, options.demo ?? false));
  const before = config().DATABASE_URL;
  const url = databaseUrl(server, name);
  const made: TestDatabase = {
    url,
    async enter() {
      await closeDatabase();
      overrideConfig({ DATABASE_URL: url });
    },
    async drop() {
      if (config().DATABASE_URL === url) {
        await closeDatabase();
        overrideConfig({ DATABASE_URL: before });
      }
      await dropDatabase(server, name);
      opened.delete(made);
    },
  };
  opened.add(made);
  return made;
}

async function aCopy(server: string, demo: boolean): Promise<string> {
  const name = nameOfOne();
  const migrated = inject("template");
  await copyDatabase(name, demo ? await ensureDemo(server, migrated) : migrated);
  return name;
}

const undone = Symbol("undone");

/**
 * Runs the body of a test in a transaction that is undone afterwards: `test("…", () => inRollback(async () => …))`. The
 * transactions that it opens become savepoints.
 */
export async function inRollback<T>(body: () => Promise<T>): Promise<T> {
  let result: { value: T } | undefined;
  try {
    await database().transaction(async (transaction) => {
      context.getStore()?.set("base", transaction);
      result = { value: await body() };
      throw undone;
    });
  } catch (thrown) {
    if (thrown !== undone) throw thrown;
  }
  if (!result) throw new Error("The test's body did not end.");
  return result.value;
}

afterEachFile(async () => {
  for (const one of [...opened]) await one.drop();
  await closeDatabase();
});
