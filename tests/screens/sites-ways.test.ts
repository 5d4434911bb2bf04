import { test } from "vitest";
import { anOffice, aSite, aSuperadmin } from "../world/builders";
import { pageOf } from "../world/page";
import { db } from "../world/db";
import { aScreenWorld } from "../world/screens";
import { threeWays } from "./three-ways";

const LIST = "/app/sites/sites";
const CREATE = "/app/sites/create";
let id: number;
let second: number;

const { server } = aScreenWorld({ env: { DESIGNATED_USERNAME: "sup" } }, async () => {
  await aSuperadmin({ username: "sup" });
  await anOffice({ agents: 1 });
  id = (await aSite({ sitename: "Alpha", useApproveSale: true })).id;
  second = (await aSite({ sitename: "Beta" })).id;
  await db.run`UPDATE sites SET shortname = 'a', abbr = 'A', note = 'old'`;
});
const ways = threeWays(server, "sup");

const given = {
  ...{ sitename: "Gamma", shortname: "gam", abbr: "GM", type: "CASINO", url: "https://gamma.example/" },
  ...{ clickParam: "cid", contactName: "Ida", email: "ida@gamma.example", phoneNum: "1" },
};

test("adding a site for all offices leaves the same rows three ways [SITE-09, SITE-13, API-79]", async () => {
  await ways.sameRows({
    call: [
      "PUT sites",
      {
        ...{ ...given, note: "one\ntwo", status: 1, avp: true, enableForAll: true },
        allowedAddresses: ["192.0.2.0/24", "198.51.100.1"],
      },
    ],
    form: [
      CREATE,
      {
        ...{ ...given, note: "one\r\ntwo", status: "on", avp: "on", enableForAll: "on" },
        allowedAddresses: "192.0.2.0/24\r\n198.51.100.1",
      },
    ],
    async screen(page) {
      await page.goto(LIST);
      await page.getByRole("link", { name: "+ Add Site" }).click();
      await page.getByLabel("Site Name").fill(given.sitename);
      await page.getByLabel("Short name").fill(given.shortname);
      await page.getByLabel("Abbreviation").fill(given.abbr);
      await page.getByLabel("Site Type").selectOption(given.type);
      await page.getByLabel("URL").fill(given.url);
      await page.getByLabel("Click parameter").fill(given.clickParam);
      await page.getByLabel("Contact name").fill(given.contactName);
      await page.getByLabel("E-mail").fill(given.email);
      await page.getByLabel("Phone").fill(given.phoneNum);
      await page.getByLabel("Note").fill("one\ntwo");
      await page.getByLabel("AVP").check();
      await page.getByLabel("Allowed addresses").fill("192.0.2.0/24\n198.51.100.1");
      await page.getByLabel("Enable for all offices").check();
      await page.getByRole("button", { name: "Confirm" }).click();
      await page.getByText("Operation Complete").waitFor();
    },
    changes: ["agent_sites", "audit", "link_state", "office_sites", "site_flags", "sites"],
  });
});

test("saving a site leaves the same rows three ways [SITE-11, SITE-18, API-80]", async () => {
  const fields = { sitename: "Alpha", shortname: "a", abbr: "A", type: "DATING", url: "https://example.org/" };
  await ways.sameRows({
    call: [`POST sites/${id}`, { ...fields, status: 0, hidden: true, useApproveSale: false, note: "new" }],
    form: [`/app/sites/edit/${id}`, { intent: "save", ...fields, hidden: "on", note: "new", version: "1" }],
    async screen(page) {
      await page.goto(LIST);
      await page.getByRole("link", { name: "Edit Alpha" }).click();
      await page.getByLabel("Note").fill("new");
      await page.getByLabel("Activated").uncheck();
      await page.getByLabel("Hidden").check();
      await page.getByLabel("Use CardApprove, Sale").uncheck();
      await page.getByRole("button", { name: "Confirm" }).click();
      await page.getByText("Operation Complete").waitFor();
    },
    changes: ["audit", "link_state", "site_flags", "sites"],
  });
});

test("suspending ticked sites leaves the same rows three ways [SITE-08, API-83]", async () => {
  await ways.sameRows({
    call: ["POST sites/status", { ids: [id, second], status: 0 }],
    form: [
      LIST,
      [
        ["intent", "suspend"],
        ["ids", `${id}`],
        ["ids", `${second}`],
      ],
    ],
    async screen(page) {
      await page.goto(LIST);
      await page.getByRole("checkbox", { name: "Alpha" }).check();
      await page.getByRole("checkbox", { name: "Beta" }).check();
      await page.getByRole("button", { name: "Suspend selected" }).click();
      const dialog = page.getByRole("dialog", { name: "Are you sure? Flag 'Use CardApprove, Sale' will be unset too" });
      await dialog.getByRole("button", { name: "Confirm" }).click();
      await page.getByText("Operation Complete").waitFor();
    },
    changes: ["audit", "link_state", "site_flags", "sites"],
  });
});

test("enabling for all offices and deleting leave the same rows three ways [SITE-09, SITE-10, API-81, API-84]", async () => {
  const path = `/app/sites/edit/${id}`;
  await ways.sameRows({
    async call(call) {
      await call(`POST sites/${second}/enable-for-all`);
      await call(`DELETE sites/${id}`);
    },
    async form(visitor) {
      await visitor.post(`/app/sites/edit/${second}`, { intent: "enable", ids: `${second}` });
      await visitor.post(path, { intent: "delete", ids: `${id}` });
    },
    async screen(page) {
      await page.goto(`/app/sites/edit/${second}`);
      await page.getByRole("button", { name: "Enable for all offices" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Confirm" }).click();
      await page.getByText("Enabled for 1 office").waitFor();
      await page.goto(path);
      await page.getByRole("button", { name: "Delete Alpha" }).click();
      const dialog = page.getByRole("dialog", { name: "Are you sure you want delete site and all links?" });
      await dialog.getByText("The site has no clicks and no sales. 1 link will be deleted with it.").waitFor();
      await dialog.getByRole("button", { name: "Confirm" }).click();
      await page.getByText("Operation Complete").waitFor();
    },
    changes: ["agent_sites", "audit", "link_state", "office_sites", "prices", "site_flags", "sites", "types"],
  });
});

test("creating and revoking a secret leaves the same rows three ways [POST-01]", async () => {
  const path = `/app/sites/edit/${id}`;
  await ways.sameRows({
    async call(call) {
      const { body } = await call(`POST sites/${id}/secrets`);
      await call(`POST sites/${second}/secrets`);
      await call(`DELETE sites/${id}/secrets/${(body as { id: number }).id}`);
    },
    async form(visitor) {
      await visitor.post(path, { intent: "make-secret" });
      const { html } = await visitor.get(path);
      const ids = pageOf(html).one('form:has([value="revoke"])')?.value("ids") ?? "";
      await visitor.post(`/app/sites/edit/${second}`, { intent: "make-secret" });
      await visitor.post(path, { intent: "revoke", ids });
    },
    async screen(page) {
      for (const site of [id, second]) {
        await page.goto(`/app/sites/edit/${site}`);
        await page.getByRole("button", { name: "Create secret" }).click();
        await page.getByText("Copy it now").waitFor();
      }
      await page.goto(path);
      await page.getByRole("button", { name: "Revoke" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Confirm" }).click();
      await page.getByText("No secret yet").waitFor();
    },
    changes: ["audit", "link_state", "site_secrets"],
  });
});
