import { OptimisticLockError } from "sequelize";
import { expect, test } from "vitest";
import { toRefusal } from "../../server/kernel/operation/constraint";

/** Errors of the database become refusals only if input violated a known constraint. */

const UNIQUE = "23505";
const FOREIGN_KEY = "23503";
const CHECK = "23514";
const taken = { status: 422, data: { username: ["Username is taken"] } };
const failed = (error: object) => Object.assign(new Error("failed"), error);

test.each<[string, unknown, object | undefined]>([
  ["a known unique constraint", { code: UNIQUE, constraint: "accounts_username" }, taken],
  ["the same in the error of the library", { parent: { code: UNIQUE, constraint: "accounts_username" } }, taken],
  ["the same on a shard", { code: UNIQUE, constraint: "accounts_username_102008" }, taken],
  [
    "the same on another server, which has it in the message",
    { code: UNIQUE, message: 'duplicate key value violates unique constraint "accounts_username_102008"' },
    taken,
  ],
  [
    "a known foreign key",
    { code: FOREIGN_KEY, constraint: "office_sites_site_id_fkey" },
    { status: 422, data: { siteIds: ["Please choose sites from the list."] } },
  ],
  [
    "a message with the value",
    { code: UNIQUE, constraint: "legacy_links_code_key", detail: "Key (code)=(a $& (b)) already exists." },
    { status: 422, data: { codes: ["The code a $& (b) belongs to another agent."] } },
  ],
  [
    "a message without a field",
    { code: UNIQUE, constraint: "site_manuals_site_id_key" },
    { status: 409, message: "This site already has a manual. Please choose another site." },
  ],
  ["another constraint", { code: UNIQUE, constraint: "agents_account_id_key" }, undefined],
  ["a name that every object has", { code: UNIQUE, constraint: "constructor" }, undefined],
  ["no name at all", { code: FOREIGN_KEY }, undefined],
  ["another error of the database", { code: CHECK, constraint: "accounts_username" }, undefined],
  ["an error without a code", {}, undefined],
])("%s", async (_, error, due) => {
  const refusal = await toRefusal(failed(error as object));
  if (due) expect(refusal).toMatchObject(due);
  else expect(refusal).toBeUndefined();
});

test("without an error there is nothing to refuse", async () => {
  expect(await toRefusal(undefined)).toBeUndefined();
});

test("a save from an outdated version is answered with the present state, where it is known", async () => {
  const error = new OptimisticLockError({ modelName: "Site", values: {}, where: {} });
  const outdated = async () => Promise.resolve({ message: "Saved by ann", current: { version: 3 } });
  expect(await toRefusal(error, outdated)).toMatchObject({
    ...{ status: 409, message: "Saved by ann", data: { current: { version: 3 } } },
  });
  expect(await toRefusal(error)).toBeUndefined();
});
