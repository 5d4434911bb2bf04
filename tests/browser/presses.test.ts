import type { CDPSession, Page } from "playwright";
import { expect, test } from "vitest";
import { aBrowser } from "../world/browser";
import { LONG } from "../world/long";
import { pageOf } from "../world/page";
import { aVisitor } from "../world/visitor";
import { aScreenWorld } from "../world/screens";
import { visitsTo } from "./kinds";
import { visitorOf } from "./screens";

const { server } = aScreenWorld({ demo: true });

/**
 * The field that has the cursor when the mouse goes down: a required one that was never typed in, one that was emptied,
 * or one of a refused form that is right by now.
 */
type State = "untouched" | "emptied" | "corrected";
type Control = { index: number; x: number; y: number; name: string };
type Press = { lost: boolean; moved: string[]; messages: string[] };

declare global {
  interface Window {
    /** Brings the page into the state and finds its first control that can be pressed, from this index on. */
    aim(state: State, from: number): Control | undefined;
    seen(): Press;
    hasForm(): boolean;
    refuse(): void;
  }
}

/** Runs in the page, before its own scripts. */
function tools(): void {
  // Parts that load when visible or used would still be loading between two presses.
  window.IntersectionObserver = class {
    observe() {}
    disconnect() {}
  } as unknown as typeof IntersectionObserver;
  addEventListener(
    "focusin",
    (event) => (event.target as Element).closest("[data-open]") && event.stopImmediatePropagation(),
    true,
  );

  type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
  const CONTROLS = ":is(a[href], button, summary, input:is([type=checkbox], [type=radio]))";
  const REQUIRED = ":is(input, select, textarea):required:not([type=checkbox], [type=radio])";
  const required = (one: Element) =>
    [...one.querySelectorAll<Field>(REQUIRED)].filter((field) => field.checkVisibility({ visibilityProperty: true }));
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
      (one) => one.checkVisibility({ visibilityProperty: true }) && one.offsetWidth > 1 && !one.matches(REPEATED),
    );

  function right(field: Field): string {
    if (field instanceof HTMLSelectElement) return [...field.options].find(({ value }) => value)?.value ?? "";
    if (field instanceof HTMLTextAreaElement) return "192.0.2.1";
    const { type, inputMode, min, pattern } = field;
    if (type === "email") return "somebody@example.org";
    if (type === "url") return "https://example.org/";
    if (type === "date") return min || "2026-11-01";
    if (type === "number" || ["decimal", "numeric"].includes(inputMode)) return min || "1";
    return pattern.endsWith("{2}") ? "ab" : "abcdefgh";
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
    // Dialogs and notices cover the page and take its presses, as they should.
    for (const over of document.querySelectorAll("dialog, toast-stack")) over.remove();
    // An act on ticked rows shows its form while there are any.
    const tick = main().querySelector<HTMLInputElement>("tbody .pick input");
    if (tick) tick.checked = true;
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

  window.aim = (state, from) => {
    const field = begin(state);
    const index = controls().findIndex((control, at) => at >= from && !control.matches(":disabled"));
    aimed = controls()[index];
    arrived = undefined;
    if (!field || !aimed) return undefined;
    if (state === "corrected" && !field.validity.valid) throw new Error(`${field.name}: ${field.validationMessage}`);
    aimed.scrollIntoView({ block: "center" });
    before = new Map(controls().map((control) => [control, placeOf(control)]));
    const [{ x = 0, y = 0, width = 0, height = 0 } = {}] = aimed.getClientRects();
    return { index, x: x + width / 2, y: y + height / 2, name: nameOf(aimed) };
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

/** Moves the mouse there and clicks; the browser gets all of it at once, in this order. */
async function click(mouse: CDPSession, { x, y }: Control): Promise<void> {
  const left = { x, y, button: "left", clickCount: 1 } as const;
  await Promise.all([
    mouse.send("Input.dispatchMouseEvent", { type: "mouseMoved", x, y }),
    mouse.send("Input.dispatchMouseEvent", { type: "mousePressed", ...left }),
    mouse.send("Input.dispatchMouseEvent", { type: "mouseReleased", ...left }),
  ]);
}

/** Presses every control where it was painted, each time from the same state; says what went wrong. */
async function pressAll(page: Page, mouse: CDPSession, state: State): Promise<{ pressed: number; wrong: string[] }> {
  const wrong: string[] = [];
  let pressed = 0;
  let control = await page.evaluate((from) => window.aim(from, 0), state);
  while (control) {
    await click(mouse, control);
    pressed += 1;
    const { seen, next } = await page.evaluate(
      ([from, index]) => ({ seen: window.seen(), next: window.aim(from, index + 1) }),
      [state, control.index] as const,
    );
    const { lost, moved, messages } = seen;
    const place = `${new URL(page.url()).pathname}, ${state}, ${control.name}`;
    if (lost) wrong.push(`${place}: the press is lost`);
    if (moved.length > 0) wrong.push(`${place}: moves ${moved.join(", ")}`);
    if (state === "untouched" && messages.length > 0) wrong.push(`${place}: complains ${messages.join(" ")}`);
    if (state === "emptied" && messages.length === 0) wrong.push(`${place}: does not complain`);
    control = next;
  }
  return { pressed, wrong };
}

test("a press hits what it was meant for, whatever the field that it leaves says or no longer says [WIDGET-31]", async () => {
  const pressed = { untouched: 0, emptied: 0, corrected: 0 };
  const wrong: string[] = [];
  for (const [account, screens] of await visitsTo(server.url)) {
    const { as } = await visitorOf(server.url, account);
    const reader = as ?? aVisitor(server.url);
    const { page, context, allowed } = await aBrowser({ ...(as ? { as } : {}), baseURL: server.url });
    // The browser reports refused requests, as it should.
    allowed(/status of 4\d\d/);
    await context.addInitScript(tools);
    const tab = await page();
    const mouse = await context.newCDPSession(tab);
    // The picture of the page before, which a transition shows for 150 ms, takes presses.
    await tab.emulateMedia({ reducedMotion: "reduce" });
    const check = async (state: State) => {
      const result = await pressAll(tab, mouse, state);
      wrong.push(...result.wrong);
      pressed[state] += result.pressed;
    };
    const pressedRoutes = new Set<string>();
    for (const { path, route } of screens) {
      // Rows of the same screen differ in what lies over the page, which is taken away, or have no form.
      if (pressedRoutes.has(route) && !LONG) continue;
      // Only required fields can complain, and no script adds one: most screens need no browser.
      if (!pageOf((await reader.open(path)).html).has("main form [required]")) continue;
      await tab.goto(path);
      if (!(await tab.evaluate(() => window.hasForm()))) continue;
      pressedRoutes.add(route);
      await check("untouched");
      await check("emptied");
      await Promise.all([tab.waitForEvent("load"), tab.evaluate(() => window.refuse())]);
      await check("corrected");
    }
    await tab.close();
  }
  expect(wrong).toEqual([]);
  expect(Math.min(...Object.values(pressed))).toBeGreaterThan(50);
}, 3_600_000);
