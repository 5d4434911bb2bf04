import type { Page } from "playwright";
import { test } from "vitest";
import { anAdmin, anOffice, aSite, aSuperadmin } from "../world/builders";
import { db } from "../world/db";
import { aScreenWorld } from "../world/screens";
import { threeWays } from "./three-ways";

const LIST = "/app/offices/offices";
let north: number;
let south: number;
let admin: number;

const { server } = aScreenWorld({}, async () => {
  await db.run`INSERT INTO domains (domain) VALUES ('https://a.example')`;
  await aSuperadmin({ username: "sup" });
  await anAdmin({ username: "adm" });
  const office = await anOffice({ officeName: "North", username: "north", agents: 2, preferredDomainId: 1 });
  north = office.id;
  south = (await anOffice({ officeName: "South", username: "south", agents: 1 })).id;
  await aSite({ sitename: "Roses", enabledFor: [office] });
  await aSite({ sitename: "Tulips" });
  admin = 1;
});
const ways = threeWays(server, "sup");

/** Confirms the dialog and waits for the list with its notice. */
async function confirm(page: Page, reason?: string): Promise<void> {
  if (reason) await page.getByLabel("Reason").fill(reason);
  await page.getByRole("dialog").getByRole("button", { name: "Confirm" }).click();
  await page.locator(".toast").waitFor();
}

test.each([
  ["Suspend", "suspend", { active: false }],
  ["Hide", "hide", { hidden: true }],
])(
  "%s on one office, with a reason, leaves the same rows three ways [OFFICE-22, OFFICE-23, OFFICE-24, OFFICE-26]",
  async (label, intent, state) => {
    const reason = "a good reason";
    await ways.sameRows({
      call: ["POST offices/status", { ids: [north], ...state, reason }],
      form: [LIST, { intent, ids: String(north), reason }],
      async screen(page) {
        await page.goto(LIST);
        if (label === "Hide") {
          await page.getByLabel("More for North").click();
          await page.locator(".drop[open]").getByRole("button", { name: label }).click();
        } else await page.getByRole("button", { name: `${label} North` }).click();
        await confirm(page, reason);
      },
      changes: ["accounts", "audit", ...(intent === "suspend" ? ["link_state"] : [])],
    });
  },
);

test("keeping agents suspended who were suspended on their own leaves the same rows three ways [OFFICE-23]", async () => {
  await ways.sameRows({
    call: async (call) => {
      await call("POST agents/status", { ids: [1], active: false });
      await call("POST offices/status", { ids: [north, south], active: true, keepSuspended: true });
    },
    form: async (visitor) => {
      await visitor.post("/app/agents", { intent: "suspend", ids: "1" });
      await visitor.post(LIST, [
        ...Object.entries({ intent: "activate", keepSuspended: "on", ids: String(north) }),
        ["ids", String(south)],
      ]);
    },
    async screen(page) {
      await page.goto("/app/agents");
      const sent = page.waitForResponse((response) => response.url().endsWith("/agents/status"));
      await page.locator("#r1").getByRole("button", { name: "Suspend" }).click();
      await sent;
      await page.goto(LIST);
      await page.getByLabel("Select all").check();
      await page.getByRole("button", { name: "Activate selected" }).click();
      await page.getByRole("dialog").getByText("North (2 agents, 1 suspended on their own)").waitFor();
      await page.getByLabel("Keep the agents suspended").check();
      await confirm(page);
    },
    changes: ["accounts", "audit", "link_state"],
  });
});

test("suspending ticked offices leaves the same rows three ways [OFFICE-10, WIDGET-09]", async () => {
  await ways.sameRows({
    call: ["POST offices/status", { ids: [north, south], active: false }],
    form: [
      LIST,
      [
        ["intent", "suspend"],
        ["ids", String(north)],
        ["ids", String(south)],
      ],
    ],
    async screen(page) {
      await page.goto(LIST);
      await page.getByLabel("Select all").check();
      await page.getByRole("button", { name: "Suspend selected" }).click();
      await confirm(page);
    },
    changes: ["accounts", "audit", "link_state"],
  });
});

const names = { officeName: "Quay", manFirstName: "Mara", manLastName: "Lind", username: "quay" };
const secret = { password: "a-good-password", passwordConfirm: "a-good-password" };

test("adding an office leaves the same rows three ways, so form and call have the same defaults [OFFICE-19, OFFICE-20, OFFICE-21]", async () => {
  await ways.sameRows({
    call: ["PUT offices", { ...names, ...secret }],
    form: [
      "/app/offices/create",
      [
        ...Object.entries({ ...names, ...secret, manEmail: "", agentNotes: "", preferredDomainId: "1", active: "on" }),
        ["siteIds", ""],
        ["siteIds", "1"],
        ["siteIds", "2"],
      ],
    ],
    async screen(page) {
      await page.goto("/app/offices/create");
      for (const [name, value] of Object.entries({ ...names, ...secret }))
        await page.locator(`[name=${name}]`).fill(value);
      await page.getByRole("button", { name: "Confirm" }).click();
      await page.getByText("Operation Complete").waitFor();
    },
    changes: ["accounts", "audit", "link_state", "office_sites", "offices"],
  });
});

test("changing an office's name and sites leaves the same rows three ways [OFFICE-12]", async () => {
  await ways.sameRows({
    call: [`POST offices/${north}`, { officeName: "Norther", siteIds: [2] }],
    form: [
      `/app/offices/edit/${north}`,
      [
        ...Object.entries({ officeName: "Norther", manFirstName: "Mara", manLastName: "Lind", manEmail: "" }),
        ...Object.entries({ agentNotes: "", preferredDomainId: "1", active: "on", version: "1", siteIds: "2" }),
      ],
    ],
    async screen(page) {
      await page.goto(`/app/offices/edit/${north}`);
      await page.locator("[name=officeName]").fill("Norther");
      await page.getByLabel("Roses").uncheck();
      await page.getByLabel("Tulips").check();
      await page.getByRole("button", { name: "Confirm" }).click();
      await page.getByText("Operation Complete").waitFor();
    },
    changes: ["accounts", "agent_sites", "audit", "link_state", "office_sites", "offices"],
  });
});

test("adding an admin and clearing a flag leave the same rows three ways [ADMIN-03, ADMIN-04]", async () => {
  const person = { email: "new@example.org", username: "newadm", ...secret };
  await ways.sameRows({
    call: ["PUT admins", { ...person, showSuspend: true }],
    form: ["/app/admins/create", { ...person, showSuspend: "on" }],
    async screen(page) {
      await page.goto("/app/admins/create");
      for (const [name, value] of Object.entries(person)) await page.locator(`[name=${name}]`).fill(value);
      await page.getByLabel("Show Suspended").check();
      await page.getByRole("button", { name: "Confirm" }).click();
      await page.getByText("Operation Complete").waitFor();
    },
    changes: ["accounts", "admins", "audit"],
  });
  const flags = { earningVisible: "on", approveAgents: "on", showCommonLogs: "on", active: "on" };
  await ways.sameRows({
    call: [`POST admins/${admin}`, { showSuspend: false }],
    form: [`/app/admins/edit/${admin}`, { email: "adm@example.org", ...flags }],
    async screen(page) {
      await page.goto(`/app/admins/edit/${admin}`);
      await page.getByLabel("Show Suspended").uncheck();
      await page.getByRole("button", { name: "Confirm" }).click();
      await page.getByText("Operation Complete").waitFor();
    },
    changes: ["accounts", "admins", "audit"],
  });
});
