import { expect } from "vitest";
import {
  currentClient,
  execute,
  queryRows,
  withConnection,
  writeTransaction,
} from "../../server/kernel/database/transactions";
import { sql } from "../../server/kernel/database/sql";
import { test } from "../world/rollback";

const add = (name: string) => execute(sql`INSERT INTO domains (domain) VALUES (${`${name}.example`})`);
const added = async () =>
  (
    await queryRows<{ name: string }>(sql`
      SELECT replace(domain, '.example', '') AS name FROM domains WHERE domain LIKE '%.example' ORDER BY id`)
  ).map(({ name }) => name);

class Undone extends Error {}
const undone = async (body: () => Promise<unknown>) => {
  const failing = writeTransaction(async () => {
    await body();
    throw new Undone();
  });
  await expect(failing).rejects.toThrow(Undone);
};

test("a nested transaction that fails undoes all of its own changes, also those around a nested one that succeeded", () =>
  writeTransaction(async () => {
    await add("first");
    await undone(async () => {
      await add("second");
      await writeTransaction(() => writeTransaction(() => add("third")));
      await add("fourth");
    });
    await writeTransaction(() => add("last"));
    expect(await added()).toEqual(["first", "last"]);
  }));

test("a transaction on a given connection nests like one of the pool", () =>
  withConnection(currentClient(), async () => {
    await writeTransaction(() => add("first"));
    await undone(() => add("second"));
    expect(await added()).toEqual(["first"]);
  }));
