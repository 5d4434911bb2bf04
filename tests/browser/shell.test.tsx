import type { Page } from "playwright";
import type { ReactNode } from "react";
import { expect, test } from "vitest";
import { AlertModal } from "../../app/components/frame/alert-modal";
import { Toasts } from "../../app/components/frame/toasts";
import { AgentPicker } from "../../app/components/pickers/agent-picker";
import { DependentSelect } from "../../app/components/pickers/dependent-select";
import { DateRange } from "../../app/components/pickers/date-range";
import { Select } from "../../app/components/form/choices";
import { Act } from "../../app/components/ui/confirm";
import { CopyField } from "../../app/components/ui/copy-field";
import { criteria } from "../../app/components/form/criteria";
import { Form, usePostForm } from "../../app/components/form/form";
import { TextInput } from "../../app/components/form/inputs";
import { Pager } from "../../app/components/table/pager";
import { ConfirmSubmit, RowActs } from "../../app/components/table/row-acts";
import { Table } from "../../app/components/table/table";
import { palettes } from "../../app/palette";
import { anAgent } from "../world/builders";
import { aBrowser, stopClock } from "../world/browser";
import { inPage } from "../world/in-page";
import { signedIn, type Visitor } from "../world/visitor";
import { aScreenWorld } from "../world/screens";

const { server, as } = aScreenWorld({ people: ["ann"] }, async () => {
  await anAgent({ username: "ann" });
});
const ann = as("ann");

let expected: (like: RegExp) => void;

async function home(options: { width?: number; javaScript?: boolean; as?: Visitor } = {}): Promise<Page> {
  const { page, ...browser } = await aBrowser({ baseURL: server.url, as: ann, ...options });
  expected = browser.expected;
  const opened = await page();
  await opened.goto("/app/home");
  return opened;
}

/** Home with these components on it, alive as they are on screens of their own. */
const withParts = async (...parts: ReactNode[]): Promise<Page> => put(await home(), ...parts);

async function put(page: Page, ...parts: ReactNode[]): Promise<Page> {
  await page
    .locator("main")
    .evaluate((main, html) => (main.innerHTML = html), inPage(<>{parts}</>, "/app/home?page=2"));
  return page;
}

/** Records the bodies sent to this address; without content as its answer the page stays as it is. */
async function postsTo(page: Page, address: string): Promise<string[]> {
  const posts: string[] = [];
  await page.route(address, async (route) => {
    posts.push(`${route.request().method()} ${route.request().postData()}`);
    await route.fulfill({ status: 204 });
  });
  return posts;
}

test("a choice in the footer outweighs the system's colours, and a brand has accents of its own", async () => {
  const page = await home();
  const roles = () =>
    page.evaluate(() => {
      const style = getComputedStyle(document.documentElement);
      return [style.colorScheme, style.getPropertyValue("--canvas"), style.getPropertyValue("--accent")];
    });
  const shown = (name: keyof typeof palettes, scheme: "light" | "dark", said: string = scheme) =>
    [said, palettes[name][scheme].canvas, palettes[name][scheme].accent] as const;
  for (const system of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme: system });
    for (const [choice, scheme, said] of [
      ["Light", "light", "light"],
      ["Dark", "dark", "dark"],
      ["System", system, "light dark"],
    ] as const) {
      await page.getByRole("button", { name: choice, exact: true }).click();
      await page.locator(`button[aria-pressed="true"]`, { hasText: choice }).waitFor();
      expect([system, choice, await roles()]).toEqual([system, choice, shown("harbor", scheme, said)]);
      for (const brand of ["summit", "plain"] as const) {
        await page.evaluate((name) => document.documentElement.classList.replace("harbor", name), brand);
        expect([system, choice, await roles()]).toEqual([system, choice, shown(brand, scheme, said)]);
        await page.evaluate((name) => document.documentElement.classList.replace(name, "harbor"), brand);
      }
    }
  }
});

test("the clock ticks once a second and continues from the server's time [SHELL-08]", async () => {
  const page = await home();
  await page.evaluate(() => {
    const shown: string[] = [];
    Object.assign(window, { shown });
    const clock = document.querySelector("live-clock");
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) for (const { textContent } of addedNodes) shown.push(textContent ?? "");
    }).observe(clock ?? document, { childList: true });
  });
  await stopClock(page);
  const shown = () => page.evaluate(() => (window as unknown as { shown: string[] }).shown.splice(0));
  const stepsOf = (texts: string[]) => {
    const seconds = texts.map((text) => Date.parse(`${text.slice(5, -4)} GMT`) / 1000);
    return seconds.slice(1).map((second, place) => second - (seconds[place] ?? 0));
  };
  // The first tick may still be due by the real clock.
  const ticks = async () => {
    await shown();
    await page.clock.runFor(10_000);
    return stepsOf(await shown());
  };
  await expect.poll(ticks).toEqual(Array(9).fill(1));
});

test("under a finger Logout is as large as the other entries, and a payout period is shown whole", async () => {
  const { context } = await aBrowser({ baseURL: server.url, as: ann });
  const phone = await context.browser()!.newContext({
    ...{ baseURL: server.url, storageState: await context.storageState() },
    ...{ viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true },
  });
  const page = await phone.newPage();
  await page.goto("/app/stats/sites-avp");
  expect(await page.evaluate(() => matchMedia("(pointer: coarse)").matches)).toBe(true);
  await page.click("summary");
  const sizeOf = (name: "link" | "button", label: string) =>
    page
      .locator("nav[aria-label=Main]")
      .getByRole(name, { name: label })
      .evaluate((one) => getComputedStyle(one).fontSize);
  expect(await sizeOf("button", "Logout")).toBe(await sizeOf("link", "Links"));
  await page.click("summary");
  await page.click(".filters summary");
  const [text, room] = await page.locator("select[name=hint]").evaluate((select: HTMLSelectElement) => {
    const measure = document.createElement("canvas").getContext("2d") as CanvasRenderingContext2D;
    measure.font = getComputedStyle(select).font;
    // The arrow takes the last pixels.
    return [measure.measureText(select.selectedOptions[0]?.text ?? "").width, select.clientWidth - 40];
  });
  expect(text).toBeGreaterThan(100);
  expect(room).toBeGreaterThan(text ?? 0);
  await phone.close();
});

test("on a small screen the menu opens on demand and is closed on the next screen [SHELL-23]", async () => {
  for (const javaScript of [true, false]) {
    const page = await home({ width: 390, javaScript });
    const menu = page.locator("nav[aria-label=Main]");
    expect(await menu.isVisible()).toBe(false);
    await page.click("summary");
    expect(await menu.isVisible()).toBe(true);
    await menu.getByText("Home").click();
    await page.waitForLoadState();
    expect(await menu.isVisible()).toBe(false);
    await page.close();
  }
});

test.each([320, 390])(
  "at %i px the screen begins within 64 px, and the menu of agents opens at the thumb, without scripts [SHELL-23]",
  async (width) => {
    const page = await home({ width, javaScript: false });
    const boxOf = async (selector: string) => {
      const box = await page.locator(selector).boundingBox();
      return { ...box, middle: (box?.y ?? NaN) + (box?.height ?? NaN) / 2, end: (box?.x ?? NaN) + (box?.width ?? NaN) };
    };
    const [bar, brand] = [await boxOf(".bar"), await boxOf(".brand")];
    const [find, menu] = [await boxOf(".find"), await boxOf(".fold summary")];
    expect(bar.height).toBeLessThanOrEqual(64);
    expect(Math.abs(brand.middle - find.middle)).toBeLessThan(2);
    expect([brand.end <= (find.x ?? 0), find.end <= width, menu.end <= width]).toEqual([true, true, true]);
    const { height = 0 } = page.viewportSize() ?? {};
    expect([menu.middle > height - 64, menu.middle < height]).toEqual([true, true]);
    for (const selector of ["live-clock", ".who"]) expect((await boxOf(selector)).end).toBeLessThanOrEqual(width);
    await page.locator(".fold summary").click();
    expect(await page.getByRole("navigation", { name: "Main" }).isVisible()).toBe(true);
    expect((await boxOf(".fold summary")).y).toBe(menu.y);
  },
);

test("a success goes after three seconds, an error stays until it is closed, equal ones count up [WIDGET-21, WIDGET-22, ERR-03]", async () => {
  const done = { type: "success", heading: "Success", body: "Successfully saved" } as const;
  const failed = { type: "error", heading: "Something Went Wrong", body: "Busy" } as const;
  const page = await home();
  await stopClock(page);
  await put(page, <Toasts key="1" toasts={[done, failed]} />);
  const shown = (kind: string) => page.locator(`main .toast.${kind}`);
  await page.clock.runFor(2_900);
  expect(await shown("success").count()).toBe(1);
  await page.clock.runFor(200);
  expect(await shown("success").count()).toBe(0);
  expect(await shown("error").count()).toBe(1);
  const notice = (detail: unknown) => document.dispatchEvent(new CustomEvent("notice", { detail }));
  for (let times = 0; times < 2; times += 1) await page.evaluate(notice, failed);
  expect(await shown("error").locator("output").textContent()).toBe("3");
  await shown("error").getByLabel("Close").click();
  expect(await shown("error").count()).toBe(0);
});

const act = (
  <Act
    key="act"
    act={{ intent: "suspend", label: "Suspend", ask: "Sure?" }}
    fields={[["ids", 7]]}
    action="/app/agents"
  />
);

test("a confirmation is a dialog: the backdrop and Cancel leave, Confirm posts once and locks [WIDGET-14, WIDGET-15]", async () => {
  const page = await withParts(act);
  const posts = await postsTo(page, "**/app/agents");
  const dialog = page.locator("dialog");
  await page.click(".act");
  expect(await dialog.textContent()).toBe("Sure?ConfirmCancel");
  await page.mouse.click(5, 5);
  await expect.poll(() => dialog.count()).toBe(0);
  await page.click(".act");
  await dialog.getByText("Cancel").click();
  await expect.poll(() => dialog.count()).toBe(0);
  await page.click(".act");
  await dialog.getByText("Confirm").click();
  await expect.poll(() => posts).toEqual(["POST ids=7&intent=suspend"]);
  expect(
    await dialog.getByRole("button").evaluateAll((all) => all.every((one) => (one as HTMLButtonElement).disabled)),
  ).toBe(true);
});

test("a question takes a reason that is typed, and Escape leaves it [WIDGET-13]", async () => {
  const page = await withParts(
    <ConfirmSubmit key="asks" action="/app/agents">
      <RowActs
        action="/app/agents"
        id={7}
        of="anna"
        acts={[{ intent: "suspend", label: "Suspend", ask: "Sure?", reason: true }]}
      />
    </ConfirmSubmit>,
  );
  const posts = await postsTo(page, "**/app/agents");
  const dialog = page.locator("dialog");
  await page.click(".quiet button");
  await page.keyboard.press("Escape");
  await expect.poll(() => dialog.count()).toBe(0);
  expect(posts).toEqual([]);
  await page.click(".quiet button");
  await dialog.getByLabel("Reason").pressSequentially("late again");
  await page.keyboard.press("Enter");
  await expect.poll(() => posts).toEqual(["POST ids=7&intent=suspend&reason=late+again"]);
});

test("the alert is in front, keeps the keyboard and ends with Enter alone [WIDGET-17]", async () => {
  const page = await home();
  await page.route("**/app/home", async (route) => {
    const answer = await route.fetch();
    const html = (await answer.text()).replace(
      "</main>",
      `${inPage(<AlertModal text="Read this" action="/light" />)}</main>`,
    );
    await route.fulfill({ response: answer, body: html });
  });
  await page.reload();
  const dialog = page.locator("dialog:modal");
  await dialog.waitFor();
  await page.keyboard.press("Escape");
  expect(await dialog.isVisible()).toBe(true);
  expect(await dialog.getByRole("button").allTextContents()).toEqual(["Enter"]);
});

function Guarded() {
  const [form, fields] = usePostForm<{ password: string; passwordConfirm: string }>({
    constraint: { password: { required: true, minLength: 8 }, passwordConfirm: { required: true } },
  });
  return (
    <Form form={form} submit="Confirm" action="/app/slow">
      <TextInput field={fields.password} label="Password" type="password" />
      <TextInput field={fields.passwordConfirm} label="Again" type="password" />
    </Form>
  );
}

test("Confirm waits for a valid form, says what is wrong, and drops a second submit [WIDGET-31]", async () => {
  const page = await withParts(<Guarded key="form" />);
  const posts = await postsTo(page, "**/app/slow");
  const confirm = page.getByRole("button", { name: "Confirm" });
  expect(await confirm.isDisabled()).toBe(true);
  await page.fill("#form-password", "long-enough");
  await page.fill("#form-passwordConfirm", "long-other");
  await page.locator("#form-passwordConfirm").blur();
  expect(await page.textContent("#form-passwordConfirm-error")).toBe("Passwords do not match");
  expect(await page.getAttribute("#form-passwordConfirm", "aria-describedby")).toContain("form-passwordConfirm-error");
  expect(await confirm.isDisabled()).toBe(true);
  await page.fill("#form-passwordConfirm", "long-enough");
  expect(await confirm.isEnabled()).toBe(true);
  await page.evaluate(() => {
    const form = document.querySelector<HTMLFormElement>("main form");
    form?.requestSubmit();
    form?.requestSubmit();
  });
  await page.locator(".loading").waitFor({ state: "visible" });
  expect(await confirm.isDisabled()).toBe(true);
  await expect.poll(() => posts.length).toBe(1);
  await page.waitForTimeout(200);
  expect(posts).toHaveLength(1);
});

test("Ctrl+Right and Ctrl+Left follow the pager, but not out of a text [WIDGET-06]", async () => {
  const page = await withParts(<Pager key="pager" page={2} pageSize={50} total={150} />, <textarea key="text" />);
  await page.focus("textarea");
  await page.keyboard.press("Control+ArrowRight");
  await page.locator("textarea").blur();
  await page.keyboard.press("Control+ArrowRight");
  await page.waitForURL("**/app/home?page=3");
  await page.goBack();
  const again = await withParts(<Pager key="pager" page={2} pageSize={50} total={150} />);
  await again.keyboard.press("Control+ArrowLeft");
  await again.waitForURL("**/app/home?page=1");
});

test("the box in the head ticks all rows, is half when some are, and unticks them [WIDGET-09]", async () => {
  const page = await withParts(
    <Table
      key="table"
      caption="Agents"
      columns={[{ key: "id", label: "Id", cell: (id: number) => id }]}
      rows={[1, 2, 3]}
      select={{ name: "ids", value: (id) => id, label: (id) => `Select ${id}` }}
      empty=""
    />,
  );
  const all = page.getByLabel("Select all");
  const ticked = () => page.locator("tbody input:checked").count();
  await all.check();
  expect(await ticked()).toBe(3);
  await page.getByLabel("Select 2").uncheck();
  expect(await all.evaluate((box) => (box as HTMLInputElement).indeterminate)).toBe(true);
  await all.check();
  await all.uncheck();
  expect(await ticked()).toBe(0);
});

test("hint and dates follow each other, and a range that runs backwards is refused [WIDGET-27]", async () => {
  const hints = [
    { label: "Today", start: "2026-11-21", end: "2026-11-21", unit: "day" },
    { label: "This week", start: "2026-11-16", end: "2026-11-22", unit: "week" },
  ];
  const field = criteria({ values: { start: "2026-11-21", end: "2026-11-21" }, errors: {} });
  const page = await withParts(<DateRange key="range" start={field("start")} end={field("end")} hints={hints} />);
  await page.selectOption("#q-hint", { label: "This week" });
  expect([await page.inputValue("#q-start"), await page.inputValue("#q-end")]).toEqual(["2026-11-16", "2026-11-22"]);
  expect(await page.inputValue("[name=hintWas]")).toBe("2026-11-16,2026-11-22,week");
  await page.fill("#q-start", "2026-11-17");
  await page.locator("#q-start").dispatchEvent("change");
  expect(await page.inputValue("#q-hint")).toBe("");
  await page.fill("#q-start", "2026-11-23");
  await page.locator("#q-start").dispatchEvent("change");
  expect(await page.locator("#q-end").evaluate((end) => (end as HTMLInputElement).validationMessage)).toBe(
    "Date Range is not valid",
  );
});

test("a link is copied by its button, and the button says so [WIDGET-28]", async () => {
  const page = await withParts(<CopyField key="copy" id="c" label="link" value="https://example.org/api/l/abc" />);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "Copy link" }).click();
  await page.getByText("Copied").waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("https://example.org/api/l/abc");
});

const MANY = { agents: [], more: true };

test("many agents are searched in a list that takes what was typed and gives back what is chosen", async () => {
  const agents = Array.from({ length: 2_000 }, (_, i) => ({
    username: `agent${i}`,
    firstName: "Ada",
    lastName: `${i}`,
  }));
  const asked: string[] = [];
  const field = criteria({ values: { agentId: "agent199", companyId: "7" }, errors: {} });
  const page = await withParts(
    <form key="form">
      <Select field={field("companyId")} label="Office" first="All" choices={[{ value: 7, label: "North" }]} />
      <AgentPicker field={field("agentId")} proposals={MANY} office="companyId" />
    </form>,
  );
  await page.route("**/api/companies/agents?**", (route) => {
    asked.push(new URL(route.request().url()).search);
    return route.fulfill({ json: agents });
  });
  await page.getByLabel("Search agents").click();
  const search = page.getByRole("combobox", { expanded: true });
  await search.waitFor();
  const found = page.locator("[role=listbox] [role=option]");
  expect(await search.inputValue()).toBe("agent199");
  await expect.poll(() => found.count()).toBe(11);
  await page.keyboard.type("agent1999");
  await expect.poll(() => found.allTextContents()).toEqual(["agent1999 Ada 1999"]);
  await page.keyboard.press("Enter");
  await expect.poll(() => page.inputValue("#q-agentId")).toBe("agent1999");
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("q-agentId");
  expect(new Set(asked)).toEqual(new Set(["?agentsQuery=onlyAvailablePlusSuspended&companyId=7"]));
});

test("when the agents do not come, the searchable list says so and the field takes a name", async () => {
  const field = criteria({ values: {}, errors: {} });
  const page = await withParts(<AgentPicker key="agents" field={field("agentId")} proposals={MANY} />);
  await page.route("**/api/companies/agents?**", (route) => route.fulfill({ json: { message: "No." } }));
  await page.getByLabel("Search agents").click();
  await page.getByText("The agents could not be loaded. Please enter the exact username.").waitFor();
  await page.keyboard.press("Escape");
  await page.fill("#q-agentId", "agent7");
  expect(await page.inputValue("#q-agentId")).toBe("agent7");
});

test("after a sign-out Back shows nothing of the session", async () => {
  const page = await home({ as: await signedIn(server.url, "ann") });
  await page.goto("/app/home?here=1");
  await page.getByRole("button", { name: "Logout" }).click();
  await page.waitForURL("**/login");
  await page.goBack();
  await page.waitForURL("**/login?returnUrl=**");
  expect(await page.locator(".who").count()).toBe(0);
});

test("a badge asks for its count again and again, and is empty when the count is 0", async () => {
  const page = await home();
  await stopClock(page);
  let count = 3;
  await page.route("**/api/accounts/unapproved/count", (route) => route.fulfill({ json: { count } }));
  await page.locator("main").evaluate((main) => {
    main.innerHTML = '<poll-badge src="/api/accounts/unapproved/count" every="1">1</poll-badge>';
  });
  for (const [now, text] of [
    [3, "3"],
    [0, ""],
    [7, "7"],
  ] as const) {
    count = now;
    await expect
      .poll(async () => {
        await page.clock.runFor(1_000);
        return page.textContent("poll-badge");
      })
      .toBe(text);
  }
});

test("when the session has ended the page goes to the sign-in at the next poll", async () => {
  const page = await home();
  expected(/401/);
  await stopClock(page);
  await page.route("**/api/accounts/unapproved/count", (route) =>
    route.fulfill({ status: 401, json: { code: "INVALID_TOKEN", message: "Please sign in again." } }),
  );
  await page.locator("main").evaluate((main) => {
    main.innerHTML =
      '<guarded-form><form method="post" action="/app/news/edit"><input name="html"></form></guarded-form>' +
      '<poll-badge src="/api/accounts/unapproved/count" every="1">1</poll-badge>';
  });
  await page.fill("[name=html]", "typed");
  const posted = page.waitForRequest((request) => request.method() === "POST");
  await page.clock.runFor(2_000);
  // The server keeps what was typed if there is no session, and never saves it.
  expect((await posted).postData()).toBe("html=typed&leaving=");
});

test("a list that follows another field is requested again, and says so when that fails [ERR-03]", async () => {
  const field = criteria({ values: { siteId: "1", typeId: "11" }, errors: {} });
  const page = await withParts(
    <form key="form">
      <Select
        field={field("siteId")}
        label="Site"
        first="All"
        choices={[1, 2, 3].map((value) => ({ value, label: `${value}` }))}
      />
      <DependentSelect
        field={field("typeId")}
        label="Type"
        first="All"
        choices={[{ value: 11, label: "Trial" }]}
        on="siteId"
        src="/api/types/{value}/by-site"
        keys="id,typename"
      />
    </form>,
  );
  const rows = [
    { id: 11, typename: "Trial" },
    { id: 12, typename: "Full" },
  ];
  await page.route("**/api/types/2/by-site", (route) => route.fulfill({ json: rows }));
  await page.route("**/api/types/3/by-site", (route) => route.fulfill({ json: rows.slice(1) }));
  const message = "The service is busy.";
  await page.route("**/api/types/1/by-site", (route) => route.fulfill({ json: { code: "UNAVAILABLE", message } }));
  const types = page.getByLabel("Type");
  await page.getByLabel("Site").selectOption("2");
  await expect.poll(() => types.locator("option").allTextContents()).toEqual(["All", "Trial", "Full"]);
  expect(await types.inputValue()).toBe("11");
  await page.getByLabel("Site").selectOption("3");
  await expect.poll(() => types.locator("option").allTextContents()).toEqual(["All", "Full"]);
  expect(await types.inputValue()).toBe("");
  await page.getByLabel("Site").selectOption("1");
  await page.getByText(`Something Went Wrong ${message}`).waitFor();
  expect(await types.locator("option").allTextContents()).toEqual(["All", "Full"]);
});

test("a screen that refreshes itself does not take the page away from a person who is typing", async () => {
  const page = await home();
  await stopClock(page);
  let asked = 0;
  page.on("request", (request) => {
    if (request.resourceType() === "fetch" && request.url().endsWith("/app/home")) asked += 1;
  });
  await page.evaluate(() => {
    const main = document.querySelector("main");
    if (main) main.innerHTML = '<input id="typed"><auto-refresh every="1"></auto-refresh>';
    document.getElementById("typed")?.focus();
  });
  // It asks again only when the answer before has been dealt with.
  await expect
    .poll(async () => {
      await page.clock.runFor(1_000);
      return asked;
    })
    .toBeGreaterThan(1);
  expect(await page.locator("#typed").count()).toBe(1);
  const loaded = page.waitForEvent("load");
  await page.locator("#typed").blur();
  await page.clock.resume();
  await loaded;
  expect(await page.locator("h1").textContent()).toBe("Home");
});

test("an island whose script does not come leaves the field as it is and says so", async () => {
  const page = await withParts(
    <AgentPicker key="agents" field={criteria({ values: {}, errors: {} })("agentId")} proposals={MANY} />,
  );
  await page.route("**/assets/agents-*.js", (route) => route.fulfill({ status: 404 }));
  await page.getByLabel("Search agents").click();
  await page.getByText("The server did not answer. Please try again.").waitFor();
  // The browser itself reports the missing file.
  expected(/404/);
  await page.fill("#q-agentId", "agent7");
  expect(await page.inputValue("#q-agentId")).toBe("agent7");
});
