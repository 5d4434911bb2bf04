import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { canReadManuals, listable, normalizeUsername, ownRows } from "../../server/accounts";
import { agentsVisible, hasUsername, officesVisible, sitesVisible } from "../../server/accounts/visibility";
import { sql } from "../../server/kernel/database/sql";
import {
  type Actor,
  anyone,
  atLeast,
  type Caller,
  designated,
  either,
  hasPermission,
  levels,
  only,
  type RoleName,
  type Rule,
  system,
  withPermission,
} from "../../server/kernel/operation/roles";
import { overrideConfig } from "../../server/kernel/process/config";
import { closeDatabase, database } from "../../server/kernel/database/transactions";

// Conditions are written with the columns of the models; nothing is connected to.
beforeAll(() => void database());
afterAll(closeDatabase);
afterEach(() => overrideConfig({ BRAND: "harbor" }));

const ROLES = Object.keys(levels) as RoleName[];
const acting = (role: RoleName, more: Partial<Actor> = {}): Actor => ({
  ...system,
  ...{ role: levels[role], permissions: [], agentId: 5, companyId: 11, showSuspend: false },
  ...more,
});
/** The roles that a rule admits; "nobody" is a caller who is not signed in. */
const admitted = (rule: Rule, more: Partial<Actor> = {}): string[] => {
  const callers: (readonly [string, Caller])[] = [
    ["nobody", null],
    ...ROLES.map((role) => [role, acting(role, more)] as const),
  ];
  return callers.filter(([, caller]) => rule.admits(caller)).map(([name]) => name);
};

test("a rule admits exactly the roles that it names, and names them in what it needs", () => {
  expect(admitted(anyone)).toEqual(["nobody", ...ROLES]);
  expect(admitted(atLeast("superadmin"))).toEqual(["superadmin"]);
  expect(admitted(atLeast("admin"))).toEqual(["superadmin", "admin"]);
  expect(admitted(atLeast("company"))).toEqual(["superadmin", "admin", "company"]);
  expect(admitted(atLeast("agent"))).toEqual(ROLES);
  for (const role of ROLES) expect(admitted(only(role))).toEqual([role]);
  expect(admitted(either(only("agent"), atLeast("admin")))).toEqual(["superadmin", "admin", "agent"]);
  expect(admitted(either())).toEqual([]);
  expect(admitted(designated)).toEqual([]);
  expect(admitted(designated, { designated: true })).toEqual(["superadmin"]);
  const rules = [anyone, atLeast("admin"), only("company"), either(only("agent"), atLeast("admin")), designated];
  expect([...rules, withPermission("APPROVE_AGENTS")].map(({ needs }) => needs)).toEqual([
    ...["anyone", "admin", "only:company", "only:agent|admin", "designated", "P:APPROVE_AGENTS"],
  ]);
});

test("a permission is a superadmin's, or of those who were given it", () => {
  expect(admitted(withPermission("APPROVE_AGENTS"))).toEqual(["superadmin"]);
  expect(admitted(withPermission("APPROVE_AGENTS"), { permissions: ["SHOW_COMMON_LOGS"] })).toEqual(["superadmin"]);
  expect(admitted(withPermission("APPROVE_AGENTS"), { permissions: ["APPROVE_AGENTS"] })).toEqual(ROLES);
  expect(hasPermission(acting("agent"), "SHOW_COMMON_LOGS")).toBe(false);
  expect(system).toMatchObject({
    permissions: ["APPROVE_AGENTS", "SHOW_COMMON_LOGS"],
    scope: "all",
    designated: false,
  });
  expect(system).toMatchObject({ role: levels.superadmin, earningVisible: true, showSuspend: true });
});

test("how to sell is for everyone where the brand shows it, and else for superadmins", () => {
  expect(admitted(canReadManuals)).toEqual(ROLES);
  overrideConfig({ BRAND: "plain" });
  expect(admitted(canReadManuals)).toEqual(["superadmin"]);
});

const conditions = (actor: Actor) => {
  const { text, values } = sql`${ownRows(actor, { agent: sql`a`, company: sql`c` })}; ${agentsVisible(actor)};
    ${officesVisible(actor)}; ${sitesVisible(actor)}; ${listable(actor)}`.bind();
  return text
    .replace(/\$(\d+)/g, (_, place: string) => String(values[Number(place) - 1]))
    .split(/;\s+/)
    .map((condition) => condition.replace(/^\((.*)\)$/, "$1"));
};

test("an account sees its own rows, agents, offices and sites, an admin all that is not deleted", () => {
  const bySite = "sites.id IN (SELECT site_id FROM office_sites WHERE company_id = 11)";
  const byAgent = "sites.id IN (SELECT site_id FROM agent_sites WHERE agent_id = 5)";
  for (const role of ["superadmin", "admin"] as const)
    expect(conditions(acting(role, { showSuspend: true }))).toEqual([
      ...["TRUE", "accounts.deleted_at IS NULL", "accounts.deleted_at IS NULL", "TRUE", "TRUE"],
    ]);
  expect(conditions(acting("company"))).toEqual([
    "c = 11",
    "accounts.deleted_at IS NULL) AND (agents.company_id = 11",
    "accounts.deleted_at IS NULL) AND (offices.id = 11",
    bySite,
    "accounts.active",
  ]);
  expect(conditions(acting("agent"))).toEqual([
    "a = 5",
    "accounts.deleted_at IS NULL) AND (agents.id = 5",
    "accounts.deleted_at IS NULL) AND (offices.id = 11",
    `${bySite}) AND (${byAgent}`,
    "accounts.active",
  ]);
  // An account without an office or agent sees none, not all.
  const lost = { agentId: null, companyId: null };
  expect(conditions(acting("company", lost))[1]).toContain("company_id = 0");
  expect(conditions(acting("agent", lost))[1]).toContain("agents.id = 0");
  expect(conditions(acting("agent", lost))[3]).toContain("agent_id = 0");
});

test("a username is compared without the case of ASCII letters, and an invalid one matches nobody", () => {
  expect(["AnnZ9_", "İÉ"].map(normalizeUsername)).toEqual(["annz9_", "İÉ"]);
  expect(hasUsername("Ann")).toMatchObject({ deletedAt: null });
  for (const name of ["", "a b", "ann;", "é"]) expect(hasUsername(name)).toEqual({ id: [] });
});
