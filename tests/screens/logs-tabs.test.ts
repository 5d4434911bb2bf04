import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { logsFor, logsTabs, logsTabsFor } from "../../app/components/logs/logs-tabs";
import { abilities } from "../../server/accounts";
import { levels, type Permission, type RoleName, system } from "../../server/kernel/operation/roles";

// The tabs as they will be when every log stands; what a role sees of them follows from the rules of the server.
const whole = logsTabs.map((tab) => ({ ...tab, stands: true }));
const can = (role: RoleName, permissions: Permission[] = []) =>
  abilities({ ...system, role: levels[role], permissions });
const names = (tabs: readonly { to: string }[]) => tabs.map(({ to }) => to.slice("/app/logs/".length));
const seenBy = (role: RoleName, permissions?: Permission[]) => names(logsTabsFor(can(role, permissions), whole));

test("the tabs are chat, login for company level and above, click-outs, sale-logs and common-logs [LOGIN-LOG-10]", () => {
  // The requests of sites stand behind those that were asked for.
  expect(names(whole)).toEqual(["chat", "login", "click-outs", "sale-logs", "common-logs", "postbacks"]);
  expect(seenBy("agent")).toEqual(["chat", "click-outs", "sale-logs", "postbacks"]);
  expect(seenBy("company")).toEqual(["chat", "login", "click-outs", "sale-logs", "postbacks"]);
});

test("common-logs shows to a superadmin and to holders of the permission [LOGIN-LOG-11]", () => {
  expect(seenBy("superadmin")).toContain("common-logs");
  expect(seenBy("admin", ["SHOW_COMMON_LOGS"])).toContain("common-logs");
  expect(seenBy("admin", ["APPROVE_AGENTS"])).not.toContain("common-logs");
});

test("Logs lead to chat, and while that does not stand to the first log that the account has [SHELL-38]", () => {
  expect(names(logsFor(can("agent"), whole))[0]).toBe("chat");
  const without = (...gone: string[]) => whole.filter(({ to }) => !gone.some((name) => to.endsWith(name)));
  expect(names(logsFor(can("company"), without("chat")))[0]).toBe("login");
  expect(names(logsFor(can("agent"), without("chat")))[0]).toBe("click-outs");
  expect(names(logsFor(can("agent"), without("chat", "click-outs", "sale-logs", "postbacks")))).toEqual(["login"]);
});

test("a tab shows exactly when its screen is part of the product", () => {
  const wrong = logsTabs.filter(
    ({ to, stands }) => existsSync(`app/routes/${to.slice(1).replaceAll("/", ".")}.tsx`) !== stands,
  );
  expect(wrong).toEqual([]);
});
