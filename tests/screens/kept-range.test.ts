import { expect, test } from "vitest";
import { rangeOf } from "~/http/range.server";

const HALF = { start: "2026-11-01", end: "2026-11-15" };
const WEEK = { start: "2026-11-09", end: "2026-11-15" };

/** The cookie of a browser that has opened the Sites report with these days. */
async function looked(range: typeof HALF): Promise<string> {
  const query = new URLSearchParams(range).toString();
  const { header = "" } = await rangeOf(new Request(`http://x.example/app/stats/sites?${query}`), true);
  return header.split(";")[0] ?? "";
}
const opened = async (path: string, cookie: string) =>
  rangeOf(new Request(`http://x.example${path}`, { headers: { Cookie: cookie } }), true);

test.each(["/app/stats/sites-avp", "/app/stats/sites-payout-avp"])(
  "%s keeps the days of another report, and opens with them if they are a half-month [SHELL-31]",
  async (path) => {
    expect(await opened(path, await looked(HALF))).toEqual({ range: HALF });
    expect(await opened(path, await looked(WEEK))).toEqual({});
  },
);

test.each(["/app/stats/sites-payout", "/app/logs/login", "/app/stats/top-agents"])(
  "%s drops the days of another report [SHELL-31, SHELL-29]",
  async (path) => {
    const { range, header } = await opened(path, await looked(HALF));
    expect([range, header]).toEqual([undefined, expect.stringMatching(/^dateRange=;.*Max-Age=0/)]);
  },
);
