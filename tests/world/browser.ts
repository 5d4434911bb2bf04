import { type Browser, type BrowserContext, chromium, type Page } from "playwright";
import { expect } from "vitest";
import { findBrowser } from "../ensure-browser.mjs";
import { afterEachFile, afterEachTest } from "./file-end";
import type { Visitor } from "./visitor";

export type TestBrowser = {
  context: BrowserContext;
  /** A new page. Console errors and uncaught errors of the page fail the test. */
  page: () => Promise<Page>;
  /** Errors that match do not fail the test. */
  allowed: (like: RegExp) => void;
  /**
   * Matching errors do not fail the test, but one must have occurred by its end: Chromium may report it after the page
   * has.
   */
  expected: (like: RegExp) => void;
};

/** Stops Chromium from requesting updates, models and the time, which would fail without network access. */
const FLAGS = [
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
];

// Chromium reports this for its own page transition when a person navigates on before it has ended.
const LEFT_EARLY = /^Transition was (aborted|skipped)/;

// A busy machine takes long for a step.
const LONGEST_STEP_MS = 60_000;

let launched: Promise<Browser> | undefined;
const opened = new Set<BrowserContext>();
const faults: string[] = [];
const [allowed, expected]: [RegExp[], RegExp[]] = [[], []];

type Options = {
  javaScript?: boolean;
  width?: number;
  baseURL?: string;
  /** The visitor whose session the profile has at `baseURL`. */
  as?: Visitor;
};

/** A separate browser profile for the test, closed after it. */
export async function aBrowser(options: Options = {}): Promise<TestBrowser> {
  const browser = await (launched ??= launch());
  const context = await browser.newContext({
    javaScriptEnabled: options.javaScript ?? true,
    viewport: { width: options.width ?? 1280, height: 800 },
    locale: "en-US",
    ...(options.baseURL === undefined ? {} : { baseURL: options.baseURL }),
  });
  opened.add(context);
  context.setDefaultTimeout(LONGEST_STEP_MS);
  if (options.as) await signInAs(context, options.as, options.baseURL ?? "");
  context.on("console", (message) => {
    if (message.type() === "error") faults.push(`console: ${message.text()}`);
  });
  context.on("weberror", (error) => {
    const { message } = error.error();
    if (!LEFT_EARLY.test(message)) faults.push(`page: ${message}`);
  });
  return {
    context,
    page: () => context.newPage(),
    allowed: (like) => void allowed.push(like),
    expected: (like) => void expected.push(like),
  };
}

/** From here on `page.clock.runFor` alone advances the page's time, however slow the machine is. */
export async function stopClock(page: Page, at = Date.now()): Promise<void> {
  await page.clock.install({ time: at });
  // Further ahead than the time that has passed since.
  await page.clock.pauseAt(at + 3_600_000);
}

/** Focuses the page's formatted text, which loads its editor. */
export async function openEditor(page: Page): Promise<void> {
  await page.locator("x-editor textarea").focus();
  await page.waitForSelector("x-editor[data-state=ready] .ql-editor");
}

/** Gives the profile a visitor's session without opening a page, so that its cache stays empty. */
export const signInAs = (context: BrowserContext, { cookies }: Visitor, url: string): Promise<void> =>
  context.addCookies([...cookies].map(([name, value]) => ({ name, value, url })));

async function launch(): Promise<Browser> {
  const executablePath = await findBrowser();
  if (!executablePath) throw new Error("There is no Chromium; run: node tests/ensure-browser.mjs");
  return chromium.launch({ executablePath, args: FLAGS });
}

afterEachTest(async () => {
  const awaited = expected.splice(0);
  const patterns = [...allowed.splice(0), ...awaited];
  try {
    for (const like of awaited)
      await expect.poll(() => faults.some((fault) => like.test(fault)), { message: String(like) }).toBe(true);
  } finally {
    await Promise.all([...opened].map((context) => context.close()));
    opened.clear();
    const others = faults.splice(0).filter((fault) => !patterns.some((like) => like.test(fault)));
    expect(others, "errors in the browser").toEqual([]);
  }
});

afterEachFile(async () => {
  await (await launched)?.close();
  launched = undefined;
});
