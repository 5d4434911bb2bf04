import { test } from "vitest";
import { anOffice, aSuperadmin } from "../world/builders";
import { openEditor } from "../world/browser";
import { pageOf } from "../world/page";
import { aPicture } from "../world/pictures";
import { type Visitor } from "../world/visitor";
import { aScreenWorld } from "../world/screens";
import { threeWays } from "./three-ways";

const { server } = aScreenWorld({}, async () => {
  await aSuperadmin({ username: "chief" });
  await anOffice({ username: "man" });
});

const chief = threeWays(server, "chief");
const manager = threeWays(server, "man");

const hiddenOf = async (visitor: Visitor, path: string): Promise<Record<string, string>> => {
  const { html } = await visitor.get(path);
  const fields = ["formId", "version"].map((name) => [name, pageOf(html).value(name)] as const);
  return Object.fromEntries(fields.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
};

test("saving news leaves the same rows by call, by form and in the editor [NEWS-04, API-20]", async () => {
  await chief.sameRows({
    call: ["POST news", { html: "<p>Prices <strong>rise</strong></p>" }],
    form: async (visitor) =>
      visitor.post("/app/news/edit", {
        ...(await hiddenOf(visitor, "/app/news/edit")),
        html: "<p>Prices <strong>rise</strong></p>",
      }),
    async screen(page) {
      await page.goto("/app/news/edit");
      await openEditor(page);
      await page.keyboard.type("Prices ");
      await page.keyboard.press("Control+b");
      await page.keyboard.type("rise");
      await page.getByRole("button", { name: "Update" }).click();
      await page.waitForURL("**/app/home");
    },
    changes: ["audit", "news"],
  });
});

test("enabling an alert leaves the same rows by call, by form and in the editor [ALERT-04, API-18]", async () => {
  await chief.sameRows({
    call: ["POST alerts", { enable: true, html: "<p>Stop</p>" }],
    form: async (visitor) =>
      visitor.post("/app/news/alerts", {
        ...(await hiddenOf(visitor, "/app/news/alerts")),
        enable: "on",
        html: "<p>Stop</p>",
      }),
    async screen(page) {
      await page.goto("/app/news/alerts");
      await page.getByLabel("Enable alert").check();
      await openEditor(page);
      await page.keyboard.type("Stop");
      await page.getByRole("button", { name: "Update" }).click();
      await page.waitForURL("**/app/home");
    },
    changes: ["alerts", "audit"],
  });
});

test("adding an image leaves the same rows by call, by form and on its page [API-42, WIDGET-23]", async () => {
  const buffer = await aPicture("png", { width: 20, height: 10 });
  const form = (fields: Record<string, string> = {}): FormData => {
    const made = new FormData();
    for (const [name, value] of Object.entries(fields)) made.append(name, value);
    made.append("image", new Blob([new Uint8Array(buffer)], { type: "image/png" }), "x.png");
    return made;
  };
  await manager.sameRows({
    call: ["POST files/image", form()],
    form: async (visitor) => visitor.post("/app/images", form(await hiddenOf(visitor, "/app/images"))),
    async screen(page) {
      await page.goto("/app/images");
      await page.getByLabel("Image").setInputFiles({ name: "x.png", mimeType: "image/png", buffer });
      await page.getByRole("button", { name: "Add the image" }).click();
      await page.getByRole("heading", { name: "The image was added" }).waitFor();
    },
    changes: ["audit", "images"],
  });
});
