import { describe, expect } from "vitest";
import { isOn, list, save } from "../../server/options";
import { currentClient, queryOne, queryRows, execute } from "../../server/kernel/database/transactions";
import { sql } from "../../server/kernel/database/sql";
import { blockForStolenCard } from "../../server/tracking/postbacks/stolen-card";
import { maySignIn } from "../../server/accounts";
import { ask, refused } from "../reports/ask";
import { anAdmin, anAgent, anOffice, aSuperadmin } from "../world/builders";
import { test } from "../world/rollback";

const AUTO_BLOCK = "auto_block_account";
const option = (value: string) => ({ name: AUTO_BLOCK, value });
const payAfter = (value: string) => ({ name: "pay_after_days", value });
const DAYS = payAfter("5");
const audit = () => queryRows(sql`SELECT record, record_id, before, after FROM audit WHERE operation = 'options.save'`);
const put = async (given: unknown) => ask(save, (await aSuperadmin()).actor, given as never);

describe("the options", () => {
  test("are names with text values, initially off [OPTION-05, OPTION-06, API-40]", async () => {
    expect(await ask(list, (await aSuperadmin()).actor)).toEqual([option("0"), DAYS]);
  });

  test("return the saved value; saving it again changes nothing [OPTION-03, API-41]", async () => {
    expect(await put([option("1")])).toEqual([option("1"), DAYS]);
    expect(await isOn(AUTO_BLOCK)).toBe(true);
    expect(await put([option("1")])).toEqual([option("1"), DAYS]);
    expect(await put([option("0"), option("1"), option("0")])).toEqual([option("0"), DAYS]);
    expect(await audit()).toEqual([
      { record: "option", record_id: AUTO_BLOCK, before: { value: "0" }, after: { value: "1" } },
      { record: "option", record_id: AUTO_BLOCK, before: { value: "1" }, after: { value: "0" } },
      { record: "option", record_id: AUTO_BLOCK, before: { value: "0" }, after: { value: "1" } },
      { record: "option", record_id: AUTO_BLOCK, before: { value: "1" }, after: { value: "0" } },
    ]);
  });

  test("are only for superadmins [OPTION-01]", async () => {
    for (const { actor } of [await anAdmin(), await anOffice(), await anAgent()]) {
      expect(await refused(list, actor)).toEqual({ status: 403 });
      expect(await refused(save, actor, [option("1")] as never)).toEqual({ status: 403 });
    }
    expect(await refused(save, null, [option("1")] as never)).toEqual({ status: 401 });
  });

  const wrong: [unknown, string][] = [
    [{}, "_form"],
    ["1", "_form"],
    [[], "_form"],
    [[null], "[0]"],
    [[{ name: AUTO_BLOCK }], "[0].value"],
    [[option("2")], "[0].value"],
    [[option("")], "[0].value"],
    [[{ name: AUTO_BLOCK, value: 1 }], "[0].value"],
    [[{ name: AUTO_BLOCK, value: true }], "[0].value"],
    [[option("1"), { name: "__proto__", value: "1" }], "[1].name"],
    [[{ name: "auto_block_account ", value: "1" }], "[0].name"],
    [[{ name: AUTO_BLOCK, value: "1", was: "2" }], "[0].was"],
    ...["", "-1", "61", "1.5", "05", "five"].map((days): [unknown, string] => [[payAfter(days)], "[0].value"]),
    [Array.from({ length: 101 }, () => option("1")), "_form"],
  ];
  test.each(wrong)("refuse %j without saving anything", async (given, field) => {
    const { actor } = await aSuperadmin();
    const { status, data } = await refused(save, actor, given as never);
    expect([status, Object.keys(data as object)]).toEqual([422, [field]]);
    expect(await ask(list, actor)).toEqual([option("0"), DAYS]);
  });

  test("leave what an outdated save did not change, and store what it changed", async () => {
    await put([{ ...option("1"), was: "0" }]);
    expect(await put([{ ...option("0"), was: "0" }])).toEqual([option("1"), DAYS]);
    expect(await put([{ ...option("1"), was: "0" }])).toEqual([option("1"), DAYS]);
    expect(await put([{ ...option("0"), was: "1" }])).toEqual([option("0"), DAYS]);
  });
});

describe("Auto Block Account", () => {
  const standing = (accountId: number) =>
    queryOne(sql`
      SELECT active, status_reason AS reason, status_by AS by, ${maySignIn()} AS "maySignIn" FROM accounts
      WHERE id = ${accountId}`);

  test("suspends the agent of a sale with a stolen card, who can still sign in and read the reason", async () => {
    const [agent, colleague] = (await anOffice({ agents: 2 })).agents;
    if (!agent || !colleague) throw new Error("The office has no agents.");
    await blockForStolenCard(currentClient(), agent.id, 41);
    expect(await standing(agent.accountId)).toMatchObject({ active: true, reason: null });
    await put([option("1")]);
    await blockForStolenCard(currentClient(), agent.id, 42);
    const reason = "Sale 42 was made with a stolen card.";
    expect(await standing(agent.accountId)).toEqual({ active: false, reason, by: null, maySignIn: true });
    expect(await standing(colleague.accountId)).toMatchObject({ active: true });
    expect(await queryRows(sql`SELECT record_id, after FROM audit WHERE operation = 'postbacks.block'`)).toEqual([
      { record_id: String(agent.id), after: { active: false, reason } },
    ]);
  });

  test("does not change an agent who is suspended for another reason", async () => {
    const agent = await anAgent({ active: false });
    await execute(sql`UPDATE accounts SET status_reason = 'on leave' WHERE id = ${agent.accountId}`);
    await put([option("1")]);
    await blockForStolenCard(currentClient(), agent.id, 42);
    expect(await standing(agent.accountId)).toMatchObject({ active: false, reason: "on leave" });
  });
});
