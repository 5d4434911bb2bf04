import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { isCurrent, menu, menuFor } from "../../app/components/frame/menu";
import { abilities } from "../../server/accounts";
import { levels, type RoleName, system } from "../../server/kernel/operation/roles";

const ORDER = [
  ...["Home", "News", "Messages", "Offices", "Agents", "Approve Agents", "Sites", "Stats", "Links", "Logs", "Profile"],
  ...["How to sell", "Admins", "Settings"],
];

// The roles' rights come from the server's rules.
const seenBy = (role: RoleName, permissions = system.permissions) =>
  menuFor(abilities({ ...system, role: levels[role], permissions }));
const labels = (role: RoleName, permissions = system.permissions) =>
  seenBy(role, permissions).map(({ label }) => label);

test("the menu has the specified order, followed by Logout [SHELL-10]", () => {
  expect([...new Set(menu.map(({ label }) => label))]).toEqual(ORDER);
  expect(labels("superadmin")).toEqual(ORDER);
});

test("each role gets its entries [SHELL-12, SHELL-13, SHELL-14, SHELL-20]", () => {
  const every = ["Home", "Messages", "Stats", "Links", "Logs", "Profile", "How to sell"];
  expect(labels("agent", [])).toEqual(every);
  expect(labels("company", [])).toEqual([
    "Home",
    "Messages",
    "Agents",
    "Stats",
    "Links",
    "Logs",
    "Profile",
    "How to sell",
  ]);
  const admin = [
    "Home",
    "Messages",
    "Offices",
    "Agents",
    "Sites",
    "Stats",
    "Links",
    "Logs",
    "Profile",
    "How to sell",
    "Settings",
  ];
  expect(labels("admin", [])).toEqual(admin);
  expect(labels("admin", ["APPROVE_AGENTS"])).toContain("Approve Agents");
});

test("Sites is for admins and above and opens their list [SHELL-17]", () => {
  const sites = (role: RoleName) =>
    menuFor(abilities({ ...system, role: levels[role], permissions: [] })).find(({ label }) => label === "Sites")?.to;
  expect([sites("agent"), sites("company")]).toEqual([undefined, undefined]);
  expect([sites("admin"), sites("superadmin")]).toEqual(["/app/sites/sites", "/app/sites/sites"]);
});

test("How to sell opens the manuals for a superadmin and the viewer for everyone else [SHELL-18]", () => {
  const target = (role: RoleName) => seenBy(role).find(({ label }) => label === "How to sell")?.to;
  expect(target("superadmin")).toBe("/app/site-manuals");
  expect(target("admin")).toBe("/app/how-to-sell");
  expect(target("agent")).toBe("/app/how-to-sell");
});

test("an entry leads to a screen that exists", () => {
  const wrong = menu
    .filter(({ to }) => !existsSync(`app/routes/${to.slice(1).replaceAll("/", ".")}.tsx`))
    .map(({ label }) => label);
  expect(wrong).toEqual([]);
});

test("an entry is marked as current on exactly the screens of its section", () => {
  const current = (path: string) => menu.filter((entry) => isCurrent(entry, path)).map(({ label }) => label);
  expect(current("/app/stats/sites")).toEqual(["Stats"]);
  expect(current("/app/sites/sites")).toEqual(["Sites"]);
  expect(current("/app/agents/edit/3")).toEqual(["Agents"]);
  expect(current("/app/agentsandmore")).toEqual([]);
  expect(current("/app/migration")).toEqual(["Agents"]);
  expect(current("/app/migration/confirm")).toEqual(["Agents"]);
  expect(current("/app/how-to-sell")).toEqual(["How to sell", "How to sell"]);
});
