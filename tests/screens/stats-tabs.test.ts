import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { FOLDERS } from "~/pages/addresses";
import { statsTabs, statsTabsFor } from "../../app/components/reports/stats-tabs";
import { abilities } from "../../server/accounts";
import { levels, type RoleName, system } from "../../server/kernel/operation/roles";

// All tabs as if every screen existed; the roles' rights come from the server's rules.
const whole = statsTabs;
const seenBy = (role: RoleName) =>
  statsTabsFor(abilities({ ...system, role: levels[role], permissions: [] }), whole).map(({ to }) =>
    to.slice("/app/stats/".length),
  );

const every = ["sites", "sites-avp"];
const company = ["top-agents", "office-performance", "office-performance-chart"];

test("the tabs have the specified order, with those that no specification names at the end [STAT-01]", () => {
  expect(seenBy("admin")).toEqual([
    ...[...every, ...company, "sites-payout", "sites-payout-avp"],
    ...["pay-periods", "statements"],
  ]);
  expect(seenBy("superadmin")).toEqual(seenBy("admin"));
});

test("sites and sites-avp are for every role [STAT-02]", () => {
  expect(seenBy("agent")).toEqual([...every, "statements"]);
});

test("Top Agents, Office Performance and its charts are for managers and above [STAT-03, ROLE-17]", () => {
  expect(seenBy("agent").filter((name) => company.includes(name))).toEqual([]);
  expect(seenBy("company")).toEqual([...every, ...company, "statements"]);
  expect(seenBy("admin").slice(0, 5)).toEqual([...every, ...company]);
});

test("a tab leads to a screen that exists", () => {
  const folders: readonly string[] = FOLDERS.map((address) => `/app/${address}`);
  const wrong = statsTabs.filter(
    ({ to }) => !folders.includes(to) && !existsSync(`app/routes/${to.slice(1).replaceAll("/", ".")}.tsx`),
  );
  expect(wrong).toEqual([]);
});
