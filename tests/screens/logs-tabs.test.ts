import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { logsFor, logsTabs, logsTabsFor } from "../../app/components/logs/logs-tabs";
import { abilities } from "../../server/accounts";
import { levels, type Permission, type RoleName, system } from "../../server/kernel/operation/roles";

// All tabs as if every log existed; the roles' rights come from the server's rules.
const whole = logsTabs;
const can = (role: RoleName, permissions: Permission[] = []) =>
  abilities({ ...system, role: levels[role], permissions });
const names = (tabs: readonly { to: string }[]) => tabs.map(({ to }) => to.slice("/app/logs/".length));
const seenBy = (role: RoleName, permissions?: Permission[]) => names(logsTabsFor(can(role, permissions), whole));

test("the tabs are chat, login for managers and above, click-outs, sale-logs and common-logs [LOGIN-LOG-10]", () => {
  // Postbacks, sales with their pay, claims and signals follow the specified tabs.
  expect(names(whole)).toEqual([
    "chat",
    "login",
    "click-outs",
    "sale-logs",
    "common-logs",
    "postbacks",
    "sales",
    "claims",
    "signals",
  ]);
  expect(seenBy("agent")).toEqual(["chat", "click-outs", "sale-logs", "postbacks", "sales", "claims"]);
  const company = ["chat", "login", "click-outs", "sale-logs", "postbacks", "sales", "claims", "signals"];
  expect(seenBy("company")).toEqual(company);
});

test("common-logs is for superadmins and holders of the permission [LOGIN-LOG-11]", () => {
  expect(seenBy("superadmin")).toContain("common-logs");
  expect(seenBy("admin", ["SHOW_COMMON_LOGS"])).toContain("common-logs");
  expect(seenBy("admin", ["APPROVE_AGENTS"])).not.toContain("common-logs");
});

test("Logs opens chat, or the account's first log while chat does not exist [SHELL-38]", () => {
  expect(names(logsFor(can("agent"), whole))[0]).toBe("chat");
  const without = (...gone: string[]) => whole.filter(({ to }) => !gone.some((name) => to.endsWith(name)));
  expect(names(logsFor(can("company"), without("chat")))[0]).toBe("login");
  expect(names(logsFor(can("agent"), without("chat")))[0]).toBe("click-outs");
  expect(
    names(logsFor(can("agent"), without("chat", "click-outs", "sale-logs", "postbacks", "sales", "claims"))),
  ).toEqual(["login"]);
});

test("a tab leads to a screen that exists", () => {
  const wrong = logsTabs.filter(({ to }) => !existsSync(`app/routes/${to.slice(1).replaceAll("/", ".")}.tsx`));
  expect(wrong).toEqual([]);
});
