import type { Page } from "playwright";
import { beforeAll, expect, test } from "vitest";
import { aBrowser } from "../world/browser";
import { pageOf } from "../world/page";
import { aServer, type Server } from "../world/server";
import { aVisitor } from "../world/visitor";
import { accounts, screensOf, visitorOf } from "./screens";

let server: Server;

beforeAll(async () => {
  server = await aServer({ demo: true });
}, 600_000);

/**
 * The field that has the cursor when the mouse goes down: a required one that was never typed in, one that was emptied,
 * or one of a refused form that is right by now.
 */
type State = "untouched" | "emptied" | "corrected";
type Control = { x: number; y: number; name: string };
type Press = { lost: boolean; moved: string[]; messages: string[] };

declare global {
  interface Window {
    /** The controls of the page as it was loaded, in their order; each call starts from there. */
    controlsIn(state: State): number;
    aim(state: State, index: number): Control | undefined;
    seen(): Press;
    hasForm(): boolean;
    refuse(): void;
  }
}

/** Runs in the page, before its own scripts. */
function tools(): void {
  // What loads when it is seen would go on loading between two presses.
  window.IntersectionObserver = class {
    observe() {}
    disconnect() {}
  } as unknown as typeof IntersectionObserver;

  type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
  const CONTROLS = ":is(a[href], button, summary, input:is([type=checkbox], [type=radio]))";
  const REQUIRED = ":is(input, select, textarea):required:not([type=checkbox], [type=radio])";
  const required = (one: Element) =>
    [...one.querySelectorAll<Field>(REQUIRED)].filter((field) => field.checkVisibility());
  const form = () =>
    [...document.querySelectorAll<HTMLFormElement>("main form")].find((one) => required(one).length > 0);
  const main = () => document.querySelector("main") as HTMLElement;
  let loaded: string | undefined;
  let aimed: HTMLElement | undefined;
  let before: Map<HTMLElement, string>;
  let arrived: Element | undefined;

  // A press is noted where it arrives and goes no further.
  addEventListener(
    "click",
    (event) => {
      arrived = event.target as Element;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    true,
  );

  const nameOf = (control: HTMLElement) =>
    `${control.localName} ${(control.textContent || control.getAttribute("name") || "").trim()}`;
  const placeOf = (control: HTMLElement) => {
    const { x, y } = control.getBoundingClientRect();
    return `${x + scrollX}, ${y + scrollY}`;
  };
  /** Of long tables and lists the first ones are enough. */
  const REPEATED = ":is(tbody tr, .choices label):nth-child(n + 4) *";
  const controls = () =>
    [...main().querySelectorAll<HTMLElement>(CONTROLS)].filter(
      (one) => one.checkVisibility() && one.offsetWidth > 1 && !one.matches(REPEATED),
    );

  function right(field: Field): string {
    if (field instanceof HTMLSelectElement) return [...field.options].find(({ value }) => value)?.value ?? "";
    if (field instanceof HTMLTextAreaElement) return "192.0.2.1";
    const { type, inputMode, min, maxLength } = field;
    if (type === "email") return "somebody@example.org";
    if (type === "url") return "https://example.org/";
    if (type === "date") return min || "2026-11-01";
    if (type === "number" || ["decimal", "numeric"].includes(inputMode)) return min || "1";
    return "abcdefgh".slice(0, maxLength < 0 ? undefined : maxLength);
  }

  function fill(field: Field, value: string): void {
    field.focus({ preventScroll: true });
    field.value = value;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }

  /** Brings the page back to how it was loaded, and its field into the state. */
  function begin(state: State): Field | undefined {
    loaded ??= main().innerHTML;
    main().innerHTML = loaded;
    // What lies over the page takes the presses that it covers, as it should.
    for (const over of document.querySelectorAll("dialog, toast-stack")) over.remove();
    const one = form();
    if (!one) return undefined;
    const field = {
      untouched: () => required(one).find(({ value }) => value === ""),
      emptied: () => required(one).find(({ type }) => type !== "file"),
      corrected: () => one.querySelector<Field>("[aria-invalid=true]:not([type=file])"),
    }[state]();
    if (!field) return undefined;
    field.focus({ preventScroll: true });
    if (state === "emptied") fill(field, "");
    if (state === "corrected") fill(field, right(field));
    return field;
  }

  window.controlsIn = (state) => (begin(state) ? controls().length : 0);
  window.aim = (state, index) => {
    const field = begin(state);
    aimed = controls()[index];
    arrived = undefined;
    if (!field || !aimed || aimed.matches(":disabled")) return undefined;
    if (state === "corrected" && !field.validity.valid) throw new Error(`${field.name}: ${field.validationMessage}`);
    aimed.scrollIntoView({ block: "center" });
    before = new Map(controls().map((control) => [control, placeOf(control)]));
    const [{ x = 0, y = 0, width = 0, height = 0 } = {}] = aimed.getClientRects();
    return { x: x + width / 2, y: y + height / 2, name: nameOf(aimed) };
  };
  window.seen = () => ({
    lost: !arrived || !aimed?.contains(arrived),
    moved: [...before].filter(([control, place]) => placeOf(control) !== place).map(([control]) => nameOf(control)),
    messages: [...main().querySelectorAll("form .error")].map(({ textContent }) => textContent).filter(Boolean),
  });
  window.hasForm = () => form() !== undefined;
  /** Sends the form without what it needs, past what the browser would say. */
  window.refuse = () => {
    const refused = form();
    if (!refused) return;
    for (const field of required(refused)) field.value = "";
    HTMLFormElement.prototype.submit.call(refused);
  };
}

/** Presses every control where it was painted, each time from the same state; says what went wrong. */
async function pressAll(page: Page, state: State): Promise<{ pressed: number; wrong: string[] }> {
  const wrong: string[] = [];
  const count = await page.evaluate((from) => window.controlsIn(from), state);
  let pressed = 0;
  for (let index = 0; index < count; index += 1) {
    const control = await page.evaluate(([from, at]) => window.aim(from, at), [state, index] as const);
    if (!control) continue;
    await page.mouse.move(control.x, control.y);
    await page.mouse.down();
    await page.mouse.up();
    pressed += 1;
    const { lost, moved, messages } = await page.evaluate(() => window.seen());
    const place = `${new URL(page.url()).pathname}, ${state}, ${control.name}`;
    if (lost) wrong.push(`${place}: the press is lost`);
    if (moved.length > 0) wrong.push(`${place}: moves ${moved.join(", ")}`);
    if (state === "untouched" && messages.length > 0) wrong.push(`${place}: complains ${messages.join(" ")}`);
    if (state === "emptied" && messages.length === 0) wrong.push(`${place}: does not complain`);
  }
  return { pressed, wrong };
}

test.each(accounts)(
  "a press of %s hits what it was meant for, whatever the field that it leaves says or no longer says [WIDGET-31]",
  async (account) => {
    const { as } = await visitorOf(server.url, account);
    const reader = as ?? aVisitor(server.url);
    const { page, context, allowed } = await aBrowser({ ...(as ? { as } : {}), baseURL: server.url });
    // What is refused is reported by the browser, as it should be.
    allowed(/status of 4\d\d/);
    await context.addInitScript(tools);
    const tab = await page();
    // The picture of the page before, which a transition shows for 150 ms, takes presses.
    await tab.emulateMedia({ reducedMotion: "reduce" });
    const pressed = { untouched: 0, emptied: 0, corrected: 0 };
    const wrong: string[] = [];
    const check = async (state: State) => {
      const result = await pressAll(tab, state);
      wrong.push(...result.wrong);
      pressed[state] += result.pressed;
    };
    for (const { path } of screensOf(account)) {
      // Only required fields can complain, and no script adds one: most screens need no browser.
      if (!pageOf((await reader.open(path)).html).has("main form [required]")) continue;
      await tab.goto(path);
      if (!(await tab.evaluate(() => window.hasForm()))) continue;
      await check("untouched");
      await check("emptied");
      await Promise.all([tab.waitForEvent("load"), tab.evaluate(() => window.refuse())]);
      await check("corrected");
    }
    expect(wrong).toEqual([]);
    expect(Math.min(...Object.values(pressed))).toBeGreaterThan(2);
  },
);
