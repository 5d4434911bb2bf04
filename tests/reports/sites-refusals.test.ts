import { expect } from "vitest";
import { overrideConfig } from "../../server/kernel/process/config";
import { withFixedTime } from "../../server/kernel/time/now";
import { sites } from "../../server/reports";
import { aSite, anAgent, anOffice } from "../world/builders";
import { test } from "../world/rollback";
import { ask, refused } from "./ask";
import { theWeek } from "./the-week";

const WEEK = { start: "2026-03-06", end: "2026-03-09" };
const LIST = "Please choose one from the list.";
const SORT = "This column cannot be sorted.";
const RANGE = "Date Range is not valid";

test("each invalid criterion is refused at its field [API-65, WIDGET-27, ERR-16, TRUST-23]", async () => {
  const { admin } = await theWeek();
  const fields = async (asked: Record<string, unknown>) => {
    const { status, data } = await refused(sites, admin.actor, asked);
    expect(status).toBe(422);
    return data;
  };
  const bad: [Record<string, unknown>, string, string?][] = [
    [{ groupBy: "week" }, "groupBy", LIST],
    [{ groupBy: 7 }, "groupBy", LIST],
    ...["siteId", "typeId", "companyId", "agentId"].flatMap((name) =>
      ["x", 0, -1, 1.5, 2 ** 31, Number.NaN, true, [1], {}].map((value): [Record<string, unknown>, string] => [
        { [name]: value },
        name,
      ]),
    ),
    [{ avp: 1 }, "avp"],
    [{ avp: 0 }, "avp"],
    ...["USA", "1", "U\0", "%%", 7].map((geo): [Record<string, unknown>, string] => [{ geo }, "geo"]),
    ...["raws; DROP", "id", "password", "0", "01b", "12c", "", 7].map(
      (sortField): [Record<string, unknown>, string, string] => [{ sortField }, "sortField", SORT],
    ),
    [{ sortAsc: "down" }, "sortAsc"],
    ...[0, -1, 1.5, "2", 10_000_001].map((page): [Record<string, unknown>, string] => [{ page }, "page"]),
    ...[0, 501, "50"].map((pageSize): [Record<string, unknown>, string] => [{ pageSize }, "pageSize"]),
  ];
  for (const [asked, name, message] of bad) {
    const data = await fields({ ...WEEK, ...asked });
    expect(Object.keys(data as object), JSON.stringify(asked)).toEqual([name]);
    if (message) expect(data).toEqual({ [name]: [message] });
  }
  const ranges = [
    {},
    { start: WEEK.start },
    { end: WEEK.end },
    { start: WEEK.end, end: WEEK.start },
    { start: "2026-02-30", end: WEEK.end },
    { start: "06.03.2026", end: WEEK.end },
    { start: 20260306, end: 20260309 },
    { start: null, end: null },
    { start: "", end: "" },
  ];
  for (const range of ranges) expect(await fields(range), JSON.stringify(range)).toEqual({ start: [RANGE] });
  expect(await fields({ start: "2016-03-09", end: "2026-03-09" })).toEqual({
    start: ["Please choose at most 10 years."],
  });
  expect(await fields({ groupBy: "week", page: 0 })).toMatchObject({ groupBy: [LIST], start: [RANGE] });
});

test("groupings that cannot be had are refused with what can [STAT-39]", async () => {
  const { admin, ada } = await theWeek();
  const refusal = async (asked: Record<string, unknown>, actor = admin.actor) =>
    withFixedTime("2026-03-10T16:00:00Z", async () => (await refused(sites, actor, { ...WEEK, ...asked })).data);
  const long = { start: "2026-01-01", end: "2026-03-09" };
  const recent = "days from 2026-02-16 to 2026-03-15, the last and the running half-month";
  const again = "Please choose another second grouping.";
  expect(await refusal({ groupBy: "type", then: "type" })).toEqual({
    then: [`The rows are by type already. ${again}`],
  });
  expect(await refusal({ groupBy: "detail", then: "agent" })).toEqual({
    then: [`Detail is by date and agent already. ${again}`],
  });
  expect(await refusal({ groupBy: "company", then: "sub2" })).toEqual({
    then: ["Grouping by sub2 needs one agent. Please choose the agent."],
  });
  expect(await refusal({ groupBy: "sub2", agentId: ada.id, ...long })).toEqual({
    start: ["By sub2, please choose at most 62 days."],
  });
  expect(await refusal({ groupBy: "hour", agentId: ada.id, ...long })).toEqual({
    start: [`By hour, please choose ${recent}.`],
  });
  expect(await refusal({ groupBy: "date", then: "device", ...long })).toEqual({
    start: [`By device, please choose ${recent}, or one agent and at most 62 days.`],
  });
  expect(await refusal({ groupBy: "company", then: "week" }, ada.actor)).toMatchObject({ then: [LIST] });
  expect(await refusal({ then: "agent" }, ada.actor)).toEqual({ then: [LIST] });
  overrideConfig({ BRAND: "summit" });
  expect(await refusal({ groupBy: "referrer" }, ada.actor)).toEqual({ groupBy: [LIST] });
  overrideConfig({ BRAND: "harbor" });
});

test("exactly ten years, null filters and unknown keys are accepted [API-65]", async () => {
  const { admin } = await theWeek();
  const nothing = { siteId: null, typeId: null, companyId: null, agentId: null, avp: null, geo: null };
  const answer = await ask(sites, admin.actor, {
    start: "2016-03-10",
    end: "2026-03-09",
    ...nothing,
    rand: 0.5,
    role: 0,
  });
  expect(answer.overall.raws).toBe(11);
});

test("criteria that a role does not have are refused at their fields [STAT-12, STAT-13, STAT-15, ROLE-20, ROLE-22]", async () => {
  const { ada, north, admin } = await theWeek();
  const cases = [
    [ada, { groupBy: "agent" }, { groupBy: [LIST] }],
    [ada, { groupBy: "company" }, { groupBy: [LIST] }],
    [ada, { agentId: ada.id }, { agentId: [LIST] }],
    [ada, { companyId: north.id }, { companyId: [LIST] }],
    [ada, { groupBy: "detail", sortField: "agent" }, { sortField: [SORT] }],
    [ada, { sortField: "earn" }, { sortField: [SORT] }],
    [north, { groupBy: "company" }, { groupBy: [LIST] }],
    [north, { companyId: north.id }, { companyId: [LIST] }],
    [north, { groupBy: "agent", sortField: "officeName" }, { sortField: [SORT] }],
    [north, { sortField: "bonusEarn" }, { sortField: [SORT] }],
    [admin, { groupBy: "date", sortField: "lpp" }, { sortField: [SORT] }],
    [admin, { groupBy: "company", sortField: "date" }, { sortField: [SORT] }],
  ] as const;
  for (const [who, asked, data] of cases) {
    expect(await refused(sites, who.actor, { ...WEEK, ...asked }), JSON.stringify(asked)).toEqual({
      status: 422,
      data,
    });
  }
});

test("records that the account may not see do not exist for it, and a link of another site is refused at its field [ROLE-18]", async () => {
  const { admin, north, south, ada, cid, site } = await theWeek();
  const foreign = await aSite({ types: 1 });
  const [type] = foreign.types;
  const none = 999_999_999;
  const missing = [
    [admin, { siteId: none }],
    [admin, { typeId: none }],
    [admin, { companyId: none }],
    [admin, { agentId: none }],
    [north, { agentId: cid.id }],
    [north, { siteId: foreign.id }],
    [north, { typeId: type?.id }],
    [ada, { siteId: foreign.id }],
    [ada, { typeId: type?.id }],
  ] as const;
  for (const [who, asked] of missing) {
    expect(await refused(sites, who.actor, { ...WEEK, ...asked }), JSON.stringify(asked)).toEqual({ status: 404 });
  }
  expect(await refused(sites, admin.actor, { ...WEEK, siteId: site.id, typeId: type?.id })).toEqual({
    status: 422,
    data: { typeId: ["This link belongs to another site."] },
  });
  for (const [who, sortField] of [
    [admin, `${none}`],
    [ada, `${type?.id}`],
  ] as const) {
    expect(await refused(sites, who.actor, { ...WEEK, sortField })).toEqual({
      status: 422,
      data: { sortField: [SORT] },
    });
  }
  expect(await refused(sites, south.actor, { ...WEEK, agentId: ada.id })).toEqual({ status: 404 });
  expect(await refused(sites, null, WEEK)).toEqual({ status: 401 });
});

test("an empty database has totals of zero", async () => {
  const office = await anOffice();
  const agent = await anAgent({ office });
  for (const { actor } of [office, agent]) {
    const answer = await ask(sites, actor, { ...WEEK, groupBy: "detail" });
    expect(answer).toMatchObject({
      page: { items: [], total: 0 },
      overall: { raws: 0, sales: 0, bonusRatio: 0 },
      types: [],
    });
  }
});
