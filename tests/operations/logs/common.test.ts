import { describe, expect, it } from "vitest";
import { z } from "zod";
import { execute } from "../../../server/kernel/database/transactions";
import { command } from "../../../server/kernel/operation/operation";
import { setJournal, perform, performStream } from "../../../server/kernel/operation/perform";
import { type Actor, atLeast, system } from "../../../server/kernel/operation/roles";
import { sql } from "../../../server/kernel/database/sql";
import * as logs from "../../../server/logs";
import { anAdmin, anAgent, anOffice, aSuperadmin } from "../../world/builders";
import { test } from "../../world/rollback";
import { aCommonRow, from, manyRows } from "./world";

const read = (input: Record<string, unknown> = {}, actor: Actor = system) =>
  perform(logs.searchCommon, actor, input, from);
const names = async (input: Record<string, unknown>) =>
  (await read(input)).items.map(({ username }) => username).sort();
const refused = (field: string) => ({ status: 422, data: { [field]: [expect.stringMatching(/^[A-Z]/)] } });

async function textOf(input: Record<string, unknown> = {}, actor: Actor = system): Promise<string> {
  let text = "";
  for await (const part of performStream(logs.downloadCommon, actor, input, from) as AsyncIterable<string>)
    text += part;
  return text;
}

describe("permission", () => {
  test("superadmins and holders of the permission can read and export it, others cannot [COMMON-01, ROLE-09, API-71]", async () => {
    await aCommonRow();
    const [root, holder, other] = [
      await aSuperadmin(),
      await anAdmin({ showCommonLogs: true }),
      await anAdmin({ showCommonLogs: false }),
    ];
    const [office, agent] = [await anOffice(), await anAgent()];
    for (const { actor } of [root, holder]) {
      expect((await read({}, actor)).total).toBe(1);
      expect((await textOf({}, actor)).split("\n")).toHaveLength(2);
    }
    for (const { actor } of [other, office, agent]) {
      await expect(read({}, actor)).rejects.toMatchObject({
        status: 403,
        message: "You may not read the common logs.",
      });
      await expect(textOf({}, actor)).rejects.toMatchObject({ status: 403 });
    }
    await expect(perform(logs.searchCommon, null, {}, from)).rejects.toMatchObject({ status: 401 });
  });

  test("dollars are visible only with the right to see earnings, in parameters, changes, export and search", async () => {
    const { actor: blind } = await anAdmin({ earningVisible: false });
    const { actor: seeing } = await anAdmin({ earningVisible: true });
    await aCommonRow({ postParams: { typename: "card", prices: [{ earning: 31.07, payout: 500 }] } });
    for (const text of [JSON.stringify(await read({}, seeing)), await textOf({}, seeing)])
      expect(text).toContain("31.07");
    for (const text of [JSON.stringify(await read({}, blind)), await textOf({}, blind)]) {
      expect(text).not.toContain("31.07");
      expect(text).toContain('"payout":500');
    }
    expect((await read({ postParams: "31.07" }, seeing)).total).toBe(1);
    expect((await read({ postParams: "31.07" }, blind)).total).toBe(0);
  });
});

describe("criteria", () => {
  const people = async () => {
    const office = await anOffice({ officeName: "North" });
    const agent = await anAgent({ office });
    const own = { companyId: office.id, officeName: "North" };
    await aCommonRow({ username: "root", role: 0, ip: "192.0.2.1", accountId: 1 });
    await aCommonRow({ username: "Mara", role: 10, ip: "192.0.2.20", actionType: "UPDATE", responseCode: 422, ...own });
    await aCommonRow({ username: "ada_1", role: 20, ip: "2001:db8::7", agentId: agent.id, agentName: "Ada A", ...own });
    await aCommonRow({ username: "adaX1", actionName: "POST /login", actionType: "AUTH", at: "2026-06-12T03:59:59Z" });
    return { office, agent };
  };

  test("each filters on its own, and all of them together [COMMON-05, COMMON-17]", async () => {
    const { office, agent } = await people();
    expect(await names({ role: 10 })).toEqual(["Mara"]);
    expect(await names({ role: null, username: "", ip: null })).toHaveLength(4);
    expect(await names({ username: "MAR" })).toEqual(["Mara"]);
    expect(await names({ username: "a_1" })).toEqual(["ada_1"]);
    expect(await names({ companyId: office.id })).toEqual(["Mara", "ada_1"]);
    expect(await names({ agentId: agent.id })).toEqual(["ada_1"]);
    expect(await names({ accountId: 1 })).toEqual(["root"]);
    expect(await names({ actionType: "AUTH" })).toEqual(["adaX1"]);
    expect(await names({ actionName: "/LOGIN" })).toEqual(["adaX1"]);
    expect(await names({ responseCode: 422 })).toEqual(["Mara"]);
    expect(await names({ start: "2026-06-11", end: "2026-06-11" })).toEqual(["adaX1"]);
    expect(await names({ start: "2026-06-12", end: "2026-06-12" })).toEqual([]);
    expect(await names({ companyId: office.id, role: 20, username: "ada", responseCode: 200 })).toEqual(["ada_1"]);
    await expect(read({ companyId: 2_000_000_000 })).rejects.toMatchObject({ status: 404 });
    await expect(read({ agentId: 2_000_000_000 })).rejects.toMatchObject({ status: 404 });
  });

  test("an address is trimmed; a full address matches itself, a part matches every address with it [COMMON-07]", async () => {
    await people();
    expect(await names({ ip: "  192.0.2.20 " })).toEqual(["Mara"]);
    expect(await names({ ip: "192.0.2.2" })).toEqual([]);
    expect(await names({ ip: "192.0" })).toHaveLength(3);
    expect(await names({ ip: "2001:DB8:0::7" })).toEqual(["ada_1"]);
    expect(await names({ ip: "2001:DB8" })).toEqual(["ada_1"]);
    expect(await names({ ip: "::ffff:192.0.2.20" })).toEqual(["Mara"]);
    for (const ip of ["%", "_", "fe80::1%eth0", "999.1.1.1", "' OR 1=1"]) expect(await names({ ip })).toEqual([]);
  });

  test("posted parameters match any part of them, with special characters as typed", async () => {
    await aCommonRow({ username: "a", postParams: { note: 'say "hi"', list: [{ value: "100%_sure" }] } });
    await aCommonRow({ username: "b", postParams: { note: "C:\\temp" } });
    await aCommonRow({ username: "c", postParams: { note: "ÅNGSTRÖM 工" } });
    expect(await names({ postParams: 'say "HI"' })).toEqual(["a"]);
    expect(await names({ postParams: "100%_s" })).toEqual(["a"]);
    expect(await names({ postParams: "100_%" })).toEqual([]);
    expect(await names({ postParams: "c:\\temp" })).toEqual(["b"]);
    expect(await names({ postParams: "ångström 工" })).toEqual(["c"]);
    expect(await names({ postParams: '"note":' })).toEqual(["a", "b", "c"]);
  });

  it.each([
    ["role", { role: 7 }],
    ["username", { username: "x".repeat(256) }],
    ["ip", { ip: "1".repeat(65) }],
    ["companyId", { companyId: "one" }],
    ["agentId", { agentId: 0 }],
    ["accountId", { accountId: 1.5 }],
    ["actionType", { actionType: "LOOK" }],
    ["actionName", { actionName: "\uD800" }],
    ["responseCode", { responseCode: 99 }],
    ["responseCode", { responseCode: 600 }],
    ["postParams", { postParams: "x".repeat(256) }],
    ["start", { start: "2026-06-11", end: "2026-06-10" }],
    ["start", { end: "2026-06-10" }],
    ["sortField", { sortField: "postParams" }],
    ["page", { page: 1.5 }],
    ["pageSize", { pageSize: 501 }],
  ])("an invalid %s is refused at its field", (field, input) =>
    expect(read(input)).rejects.toMatchObject(refused(field)),
  );

  test.each([{ responseCode: 100 }, { responseCode: 599 }, { username: "x".repeat(255) }, { pageSize: 500 }])(
    "%j is still valid",
    async (input) => expect((await read(input)).items).toEqual([]),
  );

  test("the log sorts by each of its columns [COMMON-13]", async () => {
    await people();
    for (const sortField of ["role", "username", "ip", "accountName", "agentName", "officeName", "actionType"]) {
      expect((await read({ sortField, sortAsc: true })).items, sortField).toHaveLength(4);
    }
    const codes = (await read({ sortField: "responseCode", sortAsc: false })).items.map((row) => row.responseCode);
    expect(codes).toEqual([422, 200, 200, 200]);
    expect((await read({ sortField: "actionName", sortAsc: true })).items[3]?.username).toBe("adaX1");
    const dates = (await read()).items.map(({ date }) => date);
    expect(dates).toEqual([...dates].sort().reverse());
  });
});

const rename = command({
  name: "domains.rename",
  does: "rename domains",
  allow: atLeast("admin"),
  type: "CREATE",
  input: z.object({ domain: z.string(), password: z.string().optional(), note: z.string().optional() }),
  output: z.object({}),
  async run({ changed }, { domain, password }) {
    await execute(sql`INSERT INTO domains (domain) VALUES (${domain})`);
    changed({ record: "domain", id: 5, before: { domain: "https://old.example" }, after: { domain, password } });
    changed({ record: "domain", id: 6, before: null, after: { domain } });
    return {};
  },
});

describe("a row", () => {
  /** Performs the operation with a journal and returns the row that it wrote. */
  const written = async (input: Record<string, unknown>, actor: Actor | null = system, method = "PUT /api/domains") => {
    const journal = logs.openJournal();
    setJournal(journal.record);
    const request = { ...from, channel: "call" as const, method, query: { q: "1" }, doneStatus: 201 };
    await perform(rename, actor, input, request).catch(() => undefined);
    setJournal(() => undefined);
    await journal.close();
    return (await read()).items[0];
  };

  test("of a change has the values before and after, in calls and in the export [COMMON-16]", async () => {
    const { actor } = await aSuperadmin();
    const row = await written({ domain: "https://new.example", password: "s3cret-word" }, actor);
    expect(row).toEqual({
      id: expect.any(Number) as number,
      role: 0,
      date: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+-0[45]:00$/) as string,
      username: actor.username,
      by: null,
      ip: from.ip,
      accountName: actor.username,
      agentName: null,
      officeName: null,
      actionType: "CREATE",
      actionName: "PUT /api/domains",
      responseCode: 201,
      postParams: { domain: "https://new.example", password: "***" },
      getParams: { q: "1" },
      changes: [
        {
          operation: "domains.rename",
          record: "domain",
          recordId: "5",
          before: { domain: "https://old.example" },
          after: { domain: "https://new.example", password: "***" },
        },
        {
          operation: "domains.rename",
          record: "domain",
          recordId: "6",
          before: null,
          after: { domain: "https://new.example" },
        },
      ],
    });
    expect(JSON.parse(await textOf())).toEqual(row);
  });

  test("of a refusal has its code and no changes", async () => {
    const { actor } = await anAgent();
    const row = await written({ domain: "https://new.example" }, actor);
    expect(row).toMatchObject({ responseCode: 403, changes: [], role: 20, agentName: `Ada ${actor.username}` });
    expect(row?.accountName).toBe(row?.agentName);
    expect(row?.officeName).toMatch(/^Office/);
  });

  test.each([
    ["NUL", "a\0b", "ab"],
    ["half a surrogate pair", "a\uD800b", "a\uFFFDb"],
    ["text that resembles NUL", "a\\u0000b", "a\\u0000b"],
    ["text that resembles half a surrogate pair", "a\\ud800b", "a\\ud800b"],
    ["a secret in an address", "/reset?token=abc&x=1", "/reset?token=***&x=1"],
  ])("of a request with %s is written like any other", async (_, sent, kept) => {
    const row = await written({ domain: "https://new.example", note: sent });
    expect(row).toMatchObject({ responseCode: 201, postParams: { note: kept } });
    const refused = await written({ [`key${sent}`]: sent }, null);
    expect(refused).toMatchObject({ responseCode: 401, postParams: { lengths: { [`key${kept}`]: sent.length } } });
  });

  test("that the database refuses does not keep others from being written", async () => {
    const journal = logs.openJournal();
    const entry = {
      operation: "",
      type: "READ" as const,
      caller: null,
      status: 200,
      input: {},
      auditIds: [],
      revealed: [],
    };
    for (const ip of ["192.0.2.1", "no address", "192.0.2.3"]) {
      journal.record({ ...entry, from: { ...from, channel: "call", method: "GET /api/x", ip } });
    }
    await journal.close();
    expect((await read()).items.map(({ ip }) => ip).sort()).toEqual(["192.0.2.1", "192.0.2.3"]);
  });
});

describe("the export", () => {
  test("has every matching row, newest first, as one JSON object a line, without paging [API-72]", async () => {
    await manyRows(1_200);
    const lines = (await textOf({ page: 3, pageSize: 10, responseCode: 200 })).trimEnd().split("\n");
    const numbers = lines.map((line) => (JSON.parse(line) as { postParams: { n: number } }).postParams.n);
    expect(numbers).toEqual(Array.from({ length: 1_200 }, (_, i) => 1_199 - i).filter((n) => n % 10 !== 0));
    const shown = (await read({ responseCode: 200, pageSize: 500 })).items;
    expect(lines.slice(0, 500).map((line) => JSON.parse(line) as unknown)).toEqual(shown);
  });

  test("without rows is empty; invalid criteria are refused before it starts", async () => {
    expect(await textOf()).toBe("");
    await expect(textOf({ responseCode: 1 })).rejects.toMatchObject(refused("responseCode"));
    await expect(textOf({ companyId: 2_000_000_000 })).rejects.toMatchObject({ status: 404 });
  });

  it("is named export_data and the New York time [COMMON-15]", () => {
    expect(logs.downloadName()).toMatch(/^export_data20\d{12}\.txt$/);
  });
});
