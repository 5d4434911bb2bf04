import { EventEmitter, once } from "node:events";
import type { Page } from "playwright";
import { beforeEach, expect, test } from "vitest";
import { aSuperadmin } from "../world/builders";
import { aBrowser, openEditor, type TestBrowser } from "../world/browser";
import { aPicture } from "../world/pictures";
import { db } from "../world/db";
import { aScreenWorld } from "../world/screens";

const EDITOR = ".ql-editor";
/** The editor itself, React, and its styles. */
const MAX_EDITOR_BYTES = 110 * 1024;
const MAX_EDITOR_FILES = 3;

const { server, as } = aScreenWorld({ people: ["chief"] }, async () => {
  await aSuperadmin({ username: "chief" });
});
const chief = as("chief");

const store = (html: string) =>
  db.run`INSERT INTO news (html) VALUES (${html}) ON CONFLICT (id) DO UPDATE SET html = excluded.html`;
const stored = async () => (await db.row<{ html: string }>`SELECT html FROM news`)?.html;
beforeEach(() => store(""));

async function opened(
  options: { javaScript?: boolean; width?: number } = {},
  before?: (browser: TestBrowser) => Promise<unknown>,
): Promise<{ page: Page; expected: TestBrowser["expected"] }> {
  const browser = await aBrowser({ as: chief, baseURL: server.url, ...options });
  await before?.(browser);
  const page = await browser.page();
  await page.goto("/app/news/edit");
  return { page, expected: browser.expected };
}
const editing = async (...given: Parameters<typeof opened>) => {
  const { page } = await opened(...given);
  await openEditor(page);
  return page;
};
const value = (page: Page) => page.locator("textarea[name=html]").inputValue();
const update = async (page: Page) => {
  await page.getByRole("button", { name: "Update" }).click();
  await page.waitForURL("**/app/home");
};
const picture = async (name = "chart.png") => ({
  name,
  mimeType: "image/png",
  buffer: await aPicture("png", { width: 40, height: 30 }),
});
async function choose(page: Page, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    page.getByRole("button", { name: "Image" }).click(),
  ]);
  await chooser.setFiles(file);
}
/** Pastes or drops a file or HTML, as a person would. */
const bring = (page: Page, kind: "paste" | "drop", given: { file?: string; type?: string; html?: string }) =>
  page.locator(EDITOR).evaluate(
    (target, { kind, file, type, html }) => {
      const data = new DataTransfer();
      if (file !== undefined) {
        const bytes = Uint8Array.from(atob(file), (sign) => sign.charCodeAt(0));
        data.items.add(new File([bytes], "brought.png", { type: type ?? "image/png" }));
      }
      if (html !== undefined) data.setData("text/html", html);
      const { x, y } = target.getBoundingClientRect();
      const options = { bubbles: true, cancelable: true };
      target.dispatchEvent(
        kind === "paste"
          ? new ClipboardEvent("paste", { ...options, clipboardData: data })
          : new DragEvent("drop", { ...options, dataTransfer: data, clientX: x + 20, clientY: y + 20 }),
      );
    },
    { kind, ...given },
  );

test("the editor is 500 pixels high, and the form sends the formatting made in it [NEWS-02, WIDGET-23]", async () => {
  const page = await editing();
  expect((await page.locator(".ql-container").boundingBox())?.height).toBe(500);
  expect(await page.locator("textarea[name=html]").isVisible()).toBe(false);
  await page.locator(EDITOR).click();
  await page.getByRole("button", { name: "Heading", exact: true }).click();
  await page.keyboard.type("Prices");
  await page.keyboard.press("Enter");
  await page.keyboard.type("They ");
  await page.getByRole("button", { name: "Bold" }).click();
  await page.keyboard.type("rise");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "List", exact: true }).click();
  await page.keyboard.type("one");
  await page.keyboard.press("Enter");
  await page.keyboard.type("two");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Numbered list" }).click();
  await page.keyboard.type("first");
  await update(page);
  expect(await stored()).toBe(
    "<h2>Prices</h2><p>They <strong>rise</strong></p><ul><li>one</li><li>two</li></ul><ol><li>first</li></ol>",
  );
});

test("the editor is loaded when its field is used, within its budget, and the text before it shows no markup", async () => {
  await store("<h2>Prices &amp; terms</h2><ul><li>one</li><li>two</li></ul>");
  const { page } = await opened();
  const sizes: Promise<number>[] = [];
  page.on("requestfinished", (request) => {
    if (request.url().includes("/assets/"))
      sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
  });
  expect(await page.locator("x-editor .preview").innerText()).toBe("Prices & terms\n• one\n• two");
  await page.waitForLoadState("networkidle");
  expect(sizes).toHaveLength(0);
  await page.getByText("• two").click({ force: true });
  await page.waitForSelector("x-editor[data-state=ready] .ql-editor:focus");
  expect(await page.locator("x-editor .preview").isVisible()).toBe(false);
  await page.keyboard.type("!");
  expect(await value(page)).toBe("<h2>Prices &amp; terms</h2><ul><li>one</li><li>two!</li></ul>");
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  expect([bytes < MAX_EDITOR_BYTES, sizes.length <= MAX_EDITOR_FILES], `${bytes} bytes, ${sizes.length} files`).toEqual(
    [true, true],
  );
});

test("an unedited text is sent unchanged, including markup the editor does not support", async () => {
  const table = "<table><tbody><tr><td>a</td></tr></tbody></table><p>end</p>";
  await store(table);
  const page = await editing();
  expect(await value(page)).toBe(table);
  await update(page);
  expect(await stored()).toBe(table);
});

test("the keyboard alone is enough to edit, format, leave the editor and save", async () => {
  const page = await editing();
  const at = () =>
    page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent);
  expect(await at()).toBe("News");
  await page.locator("#main").focus();
  for (let i = 0; i < 40 && (await at()) !== "Heading"; i += 1) await page.keyboard.press("Tab");
  for (let i = 0; i < 20 && (await at()) !== "News"; i += 1) await page.keyboard.press("Tab");
  expect(await at()).toBe("News");
  await page.keyboard.type("a ");
  await page.keyboard.press("Control+b");
  await page.keyboard.type("b");
  await page.keyboard.press("Tab");
  expect(await at()).toBe("Update");
  await page.keyboard.press("Shift+Tab");
  expect(await at()).toBe("News");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/app/home");
  expect(await stored()).toBe("<p>a <strong>b</strong></p>");
});

test("an image chosen by the button is inserted in the text with an alternative text [WIDGET-23, API-42]", async () => {
  const page = await editing();
  await page.locator(EDITOR).click();
  await page.keyboard.type("See: ");
  await choose(page, await picture());
  await page.getByLabel("Description of chart.png").fill("Sales by day");
  await page.getByRole("button", { name: "Done" }).click();
  expect(await page.locator(".uploads li").count()).toBe(0);
  const drawn = await page
    .locator(`${EDITOR} img`)
    .evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth));
  expect(drawn).toBe(40);
  await update(page);
  expect(await stored()).toMatch(
    /^<p>See: <\/p><p><img src="\/images\/[\w-]{24}\.png" alt="Sales by day" width="40" height="30" \/><\/p>$/,
  );
});

test("pasted and dropped images are uploaded, including those inside pasted HTML [WIDGET-23]", async () => {
  const page = await editing();
  const file = (await aPicture("png", { width: 9, height: 9 })).toString("base64");
  await page.locator(EDITOR).click();
  await bring(page, "paste", { file });
  await page.locator(`${EDITOR} img`).nth(0).waitFor();
  await bring(page, "drop", { file });
  await page.locator(`${EDITOR} img`).nth(1).waitFor();
  await bring(page, "paste", { html: `<p>with <img src="data:image/png;base64,${file}"> it</p>` });
  await page.locator(`${EDITOR} img`).nth(2).waitFor();
  expect(await value(page)).not.toContain("data:");
  expect((await value(page)).match(/src="\/images\/[\w-]{24}\.png"/g)).toHaveLength(3);
});

test("images of other sites and files that are not images are reported, and the text is kept", async () => {
  const page = await editing();
  await page.locator(EDITOR).click();
  await page.keyboard.type("Kept");
  await bring(page, "paste", { html: `<img src="https://elsewhere.example/who-reads.gif">` });
  await page.getByText("Images of other sites are not shown.").waitFor();
  await bring(page, "drop", { file: btoa("%PDF"), type: "application/pdf" });
  await page.getByText("Please choose a PNG, JPEG, GIF or WebP image.").waitFor();
  // The message about the first one ended with the second.
  expect(await page.locator(".uploads li").count()).toBe(1);
  await page.getByRole("button", { name: "Leave it out" }).click();
  expect(await page.locator(".uploads li").count()).toBe(0);
  expect(await value(page)).toBe("<p>Kept</p>");
});

test("an upload shows its progress, blocks the form, and can be retried when it fails", async () => {
  const { page, expected } = await opened();
  await openEditor(page);
  let answer: "hold" | "fail" | "go" = "hold";
  const release = new EventEmitter();
  const held = once(release, "now");
  await page.route("**/api/files/image", async (route) => {
    if (answer === "hold") await held;
    if (answer === "fail") await route.abort();
    else await route.continue();
  });
  await page.locator(EDITOR).click();
  await page.keyboard.type("Kept ");
  await choose(page, await picture());
  await page.getByText("Adding chart.png").waitFor();
  expect(await page.locator("progress").count()).toBe(1);
  expect(await page.getByRole("button", { name: "Update" }).isDisabled()).toBe(true);
  answer = "fail";
  release.emit("now");
  await page.getByText("“chart.png” was not added. The server did not answer. Your text is still here.").waitFor();
  expect(await page.getByRole("button", { name: "Update" }).isEnabled()).toBe(true);
  expected(/ERR_FAILED/);
  answer = "go";
  await page.locator(EDITOR).press("Home");
  await page.keyboard.type("Text ");
  await page.getByRole("button", { name: "Try again" }).click();
  await page.locator(`${EDITOR} img`).waitFor();
  expect(await value(page)).toMatch(/^<p>Text Kept <\/p><p><img src="\/images\//);
});

test("a refusal is shown in the server's words", async () => {
  const { page, expected } = await opened();
  await openEditor(page);
  await choose(page, { name: "x.png", mimeType: "image/png", buffer: Buffer.from("<svg onload=alert(1)>") });
  await page.getByText("“x.png” was not added. Please choose a PNG, JPEG, GIF or WebP image.").waitFor();
  expected(/422/);
});

test("the plain field stays and is sent if the editor's script does not load", async () => {
  const { page, expected } = await opened({}, ({ context }) =>
    context.route("**/assets/editor-*.js", (route) => route.abort()),
  );
  await page.locator("textarea[name=html]").focus();
  await page.getByText("The server did not answer.").waitFor();
  expected(/ERR_FAILED/);
  await page.locator("textarea[name=html]").fill("<p>By hand</p>");
  await update(page);
  expect(await stored()).toBe("<p>By hand</p>");
});

test("the field for the address of a link is within the editor, whichever words it is for, and proposes no address of others", async () => {
  await store("<p>Now is the time to sell</p>");
  const page = await editing({ width: 390 });
  await page.locator(EDITOR).press("ControlOrMeta+a");
  for (const keys of ["Home", "End"]) {
    await page.locator(EDITOR).press(keys);
    await page.locator(EDITOR).press(keys === "Home" ? "Shift+ArrowRight" : "Shift+ArrowLeft");
    await page.getByRole("button", { name: "Link" }).click();
    const [tip, editor] = await Promise.all(
      [".ql-tooltip", ".ql-container"].map((part) => page.locator(part).boundingBox()),
    );
    expect(tip!.x).toBeGreaterThanOrEqual(editor!.x);
    expect(tip!.x + tip!.width).toBeLessThanOrEqual(editor!.x + editor!.width);
    expect(await page.locator(".ql-tooltip input").getAttribute("placeholder")).toBe("https://");
    await page.locator(".ql-tooltip input").press("Escape");
  }
});

test("without scripts and on light pages the field takes HTML and links to the image upload", async () => {
  for (const light of [false, true]) {
    const { page } = await opened({ javaScript: light }, ({ context }) =>
      light ? context.addCookies([{ name: "lite", value: "1", url: server.url }]) : Promise.resolve(),
    );
    expect(await page.locator(EDITOR).count()).toBe(0);
    await page.getByLabel("News", { exact: true }).last().fill(`<p>light ${light}</p>`);
    await page.getByRole("link", { name: "Add an image" }).waitFor();
    await update(page);
    expect(await stored()).toBe(`<p>light ${light}</p>`);
  }
});

test("the alert's editor is loaded and shown only while the alert is enabled [ALERT-03]", async () => {
  const page = await editing();
  const asked: string[] = [];
  page.on("request", (request) => void asked.push(request.url()));
  await page.goto("/app/news/alerts");
  expect(await page.getByRole("textbox", { name: "Alert" }).count()).toBe(0);
  await page.waitForLoadState("networkidle");
  expect(asked.filter((url) => url.includes("/editor-"))).toEqual([]);
  await page.getByLabel("Enable alert").check();
  await openEditor(page);
  await page.locator(EDITOR).click();
  await page.keyboard.type("Stop");
  await page.getByLabel("Enable alert").uncheck();
  expect(await page.locator(EDITOR).isVisible()).toBe(false);
  await page.getByLabel("Enable alert").check();
  await update(page);
  expect(await page.locator("dialog[open]").innerText()).toContain("Stop");
});

test("an alert covers the page and keeps the focus, and Enter dismisses it permanently [ALERT-07, ALERT-10, WIDGET-17]", async () => {
  await db.run`
    INSERT INTO alerts (enable, html) VALUES (true, '<p>Stop <a href="https://x.example">here</a></p>')
    ON CONFLICT (id) DO UPDATE SET enable = true, html = excluded.html`;
  const { page } = await opened();
  const dialog = page.getByRole("dialog");
  await dialog.waitFor();
  expect(await dialog.evaluate((element) => element.matches(":modal"))).toBe(true);
  await page.keyboard.press("Escape");
  expect(await dialog.isVisible()).toBe(true);
  await page.keyboard.press("Tab");
  expect(await page.evaluate(() => document.activeElement?.closest("dialog") !== null)).toBe(true);
  await dialog.getByRole("button", { name: "Enter" }).focus();
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "detached" });
  expect(new URL(page.url()).pathname).toBe("/app/news/edit");
  await page.goto("/app/home");
  expect(await dialog.count()).toBe(0);
  await db.run`DELETE FROM alerts`;
});

test("the text area shows its focus, both as editor and as plain field [WIDGET-23]", async () => {
  for (const javaScript of [true, false]) {
    const { page } = await opened({ javaScript });
    if (javaScript) await openEditor(page);
    const area = page.locator(javaScript ? EDITOR : "textarea[name=html]");
    await area.focus();
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      const ring = await area.evaluate((element) => {
        const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element);
        return { outlineStyle, outlineWidth, colors: [outlineColor, getComputedStyle(document.body).backgroundColor] };
      });
      expect(ring).toMatchObject({ outlineStyle: "solid", outlineWidth: "2px" });
      expect(contrast(ring.colors), `${colorScheme} ${ring.colors.join(" on ")}`).toBeGreaterThan(3);
    }
  }
});

/** Contrast ratio of two colours of the page, as WCAG defines it. */
function contrast(colors: readonly string[]): number {
  const [dark = 0, light = 0] = colors.map(luminance).sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? []).map((part) => {
    const share = Number(part) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
