import type { Page } from "playwright";
import { expect, test } from "vitest";
import { aSite, aSuperadmin } from "../world/builders";
import { openEditor } from "../world/browser";
import { pageOf } from "../world/page";
import { type Visitor } from "../world/visitor";
import { db } from "../world/db";
import { aScreenWorld } from "../world/screens";
import { threeWays } from "./three-ways";

const PATH = "/app/site-manuals";
let manualId: number;
let siteId: number;

const { server } = aScreenWorld({}, async () => {
  await aSuperadmin({ username: "chief" });
  const roses = await aSite({ sitename: "Roses" });
  siteId = (await aSite({ sitename: "Violets" })).id;
  await db.run`INSERT INTO site_manuals (site_id, title, html) VALUES (${roses.id}, 'Roses', '<p>Old</p>')`;
  const [row] = await db.rows<{ id: number }>`SELECT id FROM site_manuals`;
  manualId = row?.id ?? 0;
});
const chief = threeWays(server, "chief");

const hiddenOf = async (visitor: Visitor, path: string): Promise<Record<string, string>> => {
  const { html } = await visitor.get(path);
  const fields = ["formId", "version"].map((name) => [name, pageOf(html).value(name)] as const);
  return Object.fromEntries(fields.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
};

/** Saves and waits for the list. */
async function save(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Operation Complete").waitFor();
}

test("adding a manual leaves the same rows three ways; on the screen the site fills in the title [MANUAL-04, MANUAL-05]", async () => {
  const manual = { title: "Violets", html: "<p>By <strong>hand</strong></p>" };
  await chief.sameRows({
    call: ["PUT site-manuals", { siteId, ...manual }],
    form: async (visitor) =>
      visitor.post(`${PATH}/create`, {
        ...(await hiddenOf(visitor, `${PATH}/create`)),
        siteId: String(siteId),
        ...manual,
      }),
    async screen(page) {
      await page.goto(`${PATH}/create`);
      const save = page.getByRole("button", { name: "Save" });
      expect(await save.isDisabled()).toBe(true);
      await page.getByLabel("Site").selectOption("Violets");
      expect(await page.getByLabel("Title").inputValue()).toBe("Violets");
      await openEditor(page);
      await page.keyboard.type("By ");
      await page.keyboard.press("Control+b");
      await page.keyboard.type("hand");
      await save.click();
      await page.getByText("Operation Complete").waitFor();
      expect(new URL(page.url()).pathname).toBe(PATH);
    },
    changes: ["audit", "site_manuals"],
  });
});

test("moving a manual to another site leaves the same rows three ways; a title typed by hand stays [MANUAL-04, API-90]", async () => {
  const given = { siteId, title: "By hand" };
  await chief.sameRows({
    call: [`POST site-manuals/${manualId}`, given],
    form: async (visitor) =>
      visitor.post(`${PATH}/edit/${manualId}`, {
        ...(await hiddenOf(visitor, `${PATH}/edit/${manualId}`)),
        ...{ siteId: String(siteId), title: "By hand", html: "<p>Old</p>" },
      }),
    async screen(page) {
      await page.goto(`${PATH}/edit/${manualId}`);
      await page.getByLabel("Site").selectOption("Violets");
      expect(await page.getByLabel("Title").inputValue()).toBe("Violets");
      await page.getByLabel("Title").fill("By hand");
      await page.getByLabel("Site").selectOption("Roses");
      await page.getByLabel("Site").selectOption("Violets");
      expect(await page.getByLabel("Title").inputValue()).toBe("By hand");
      await save(page);
    },
    changes: ["audit", "site_manuals"],
  });
});

test("removing a manual after the question leaves the same rows three ways [ERR-46, API-91]", async () => {
  await chief.sameRows({
    call: [`DELETE site-manuals/${manualId}`],
    form: async (visitor) =>
      visitor.post(PATH, {
        ...(await hiddenOf(visitor, `${PATH}/confirm?intent=remove&ids=${manualId}`)),
        ...{ intent: "remove", ids: String(manualId) },
      }),
    async screen(page) {
      await page.goto(PATH);
      await page.getByRole("button", { name: "Remove Roses" }).click();
      await page.getByText('Are your sure to remove "Roses" manual?').waitFor();
      await page.getByRole("button", { name: "Confirm" }).click();
      await page.getByText("Operation Complete").waitFor();
    },
    changes: ["audit", "site_manuals"],
  });
});
