import { readFileSync } from "node:fs";
import vm from "node:vm";
import { describe, expect, test } from "vitest";

/** The scripts that pages of a site load. */

const CLICK = "0b8f2c5e-3d7a-4f0e-9c41-5a2b7d6e8f90";

describe("the script of thank-you pages", () => {
  const text = readFileSync("public/kit/1/pixel.js", "utf8");

  test("has at most 1 KB [HOOK-14]", () => expect(Buffer.byteLength(text)).toBeLessThanOrEqual(1_024));

  /** Opens a thank-you page with it. The answers of the pixel are verdicts; without one it cannot be reached. */
  async function open(kept: { cookie?: string; storage?: object }, answers: (string | undefined)[]) {
    const attributes: Record<string, string> = { "data-key": "px_1", "data-txid": "A & 1", "data-amount": "49.90" };
    const currentScript = {
      getAttribute: (name: string) => attributes[name] ?? null,
      src: "https://o.example/kit/1/pixel.js",
    };
    const window: { pixelVerdict?: string } = {};
    const sent: string[] = [];
    const waits: number[] = [];
    const fetch = (address: string) => {
      sent.push(address);
      const verdict = answers.shift();
      if (verdict === undefined) return Promise.reject(new Error("unreachable"));
      return Promise.resolve({ headers: { get: () => verdict } });
    };
    const setTimeout = (again: (wait: number) => void, ms: number, wait: number) => {
      waits.push(ms);
      again(wait);
    };
    const document = { currentScript, cookie: kept.cookie ?? "" };
    vm.runInNewContext(text, {
      document,
      window,
      localStorage: kept.storage ?? {},
      URLSearchParams,
      fetch,
      setTimeout,
    });
    await expect.poll(() => answers.length).toBe(0);
    return { sent: sent.map((address) => address.split("?")), waits, verdict: window.pixelVerdict };
  }
  const QUERY = `event=sale&key=px_1&txid=A+%26+1&amount=49.90&clickid=${CLICK}`;

  test.each([{ cookie: `a=b; click_id=${CLICK}` }, { storage: { click_id: CLICK + String(Date.now()) } }])(
    "reports the sale of a visitor with a click once [HOOK-14]",
    async (kept) => {
      const { sent, verdict } = await open(kept, ["held; reason=unconfirmed"]);
      expect(sent).toEqual([["https://o.example/api/pixel.gif", QUERY]]);
      expect(verdict).toBe("held; reason=unconfirmed");
    },
  );

  test("reports nothing of a visitor without a click [HOOK-14]", async () => {
    expect((await open({}, [])).sent).toEqual([]);
  });

  test("repeats with longer waits what could not be delivered, and gives up [HOOK-14]", async () => {
    const kept = { cookie: `click_id=${CLICK}` };
    const { sent, waits } = await open(kept, [undefined, "refused; reason=unavailable", "held"]);
    expect([sent.length, waits]).toEqual([3, [2_000, 4_000]]);
    expect(
      (
        await open(
          kept,
          Array.from({ length: 7 }, () => undefined),
        )
      ).waits.at(-1),
    ).toBe(64_000);
  });
});

describe("the script of pages", () => {
  const text = readFileSync("public/kit/1/click.js", "utf8");

  test("has at most 1 KB [HOOK-07]", () => {
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(1_024);
  });

  /** Opens a page with it. `kept` are the cookie and the storage of earlier pages. */
  function open(address: string, names: string, kept = { cookie: "", storage: {} as Record<string, string> }) {
    const input = { value: "" };
    const document = {
      currentScript: { getAttribute: (name: string) => (name === "data-names" ? names : null) },
      ...{ readyState: "complete", cookie: kept.cookie, querySelectorAll: () => [input] },
    };
    const window: { keptClick?: () => string; keptErr?: unknown } = {};
    const { search, hash } = new URL(address);
    vm.runInNewContext(text, {
      document,
      window,
      location: { search, hash },
      localStorage: kept.storage,
      URLSearchParams,
    });
    expect(window.keptErr).toBeUndefined();
    return { id: window.keptClick?.(), cookie: document.cookie, storage: kept.storage, input: input.value };
  }

  test.each([
    ["clickid", `https://s.example/?clickid=${CLICK}`],
    ["tid clickid", `https://s.example/p?a=1&tid=${CLICK}#top`],
    ["tid", `https://s.example/#/offer?tid=${CLICK}`],
    ["", `https://s.example/#clickid=${CLICK}`],
  ])("keeps the click ID in the parameter %s of %s [HOOK-07]", (names, address) => {
    const { id, cookie, storage, input } = open(address, names);
    expect([id, input]).toEqual([CLICK, CLICK]);
    expect(cookie).toBe(`click_id=${CLICK};path=/;max-age=2592000;samesite=lax`);
    const without = { cookie: "", storage: {} };
    expect(open("https://s.example/", names, { cookie: `a=b; click_id=${CLICK}`, storage: {} }).id).toBe(CLICK);
    expect(open("https://s.example/", names, { ...without, storage }).id).toBe(CLICK);
  });

  test("takes the newest click, keeps no other value, and forgets after 30 days [HOOK-07]", () => {
    const other = CLICK.replace("0b8f", "1c9f");
    const kept = { cookie: `click_id=${other}`, storage: {} };
    expect(open(`https://s.example/?clickid=${CLICK}`, "clickid", kept).id).toBe(CLICK);
    expect(open(`https://s.example/?clickid={clickid}`, "clickid").id).toBe("");
    const storage = { click_id: CLICK + String(Date.now() - 31 * 86_400_000) };
    expect(open("https://s.example/", "clickid", { cookie: "", storage }).id).toBe("");
  });
});
