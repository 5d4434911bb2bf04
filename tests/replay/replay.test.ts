import { expect, test } from "vitest";
import { aDatabase } from "../world/database";
import { aFolder } from "../world/server";
import { SECRETS } from "../world/shared";
import { figureOf, figuresOf, runReplay } from "./run-replay";

const MINUTES = 60_000;

test(
  "the recorded log gives the Sites report that its lines imply, click by click and sale by sale [TRACK-07, TRACK-13, TRACK-16, POST-02, POST-08]",
  async () => {
    const database = await aDatabase({ demo: true });
    const { code, out, err } = await runReplay("tests/world/access.log.gz", {
      ...SECRETS,
      DATABASE_URL: database.url,
      DATA_DIR: await aFolder(),
      DEMO: "on",
      // The replay starts a server of its own, whatever else runs on this machine.
      PORT: "0",
      // On a busy machine the database may take longer than 250 ms; another test covers spooling.
      SPOOL_AFTER_MS: "1500",
    });
    expect(out, err).toContain("Equal: every figure matches the lines.");
    expect(code).toBe(0);

    const counting = figureOf(out, "clicks that count, answered 302");
    const robots = figureOf(out, "robots, answered 302");
    expect(robots).toBeGreaterThan(2_700);
    expect(robots).toBeLessThan(3_100);
    const rest = ["HEAD, answered 302", "POST, answered 405", "OPTIONS, answered 405"].map((kind) =>
      figureOf(out, kind),
    );
    expect(rest).toEqual([42, 5, 1]);
    expect(figureOf(out, "not sent: cannot be replayed")).toBe(1);
    expect(counting + robots + 42 + 5 + 1 + 1).toBe(10_000);

    const net = (event: string) => figureOf(out, `${event} accepted`) - figureOf(out, `${event} reversal accepted`);
    const [raws, rawsReported, uniques, uniquesReported, sales, salesReported, bonuses, bonusesReported] = figuresOf(
      out,
      "All",
    );
    expect([raws, uniques, sales, bonuses]).toEqual([rawsReported, uniquesReported, salesReported, bonusesReported]);
    expect(raws).toBe(counting);
    // Spooled events were answered before they were booked.
    if (!out.includes("held spooled")) expect([sales, bonuses]).toEqual([net("sale"), net("bonus")]);
    expect(uniques).toBeGreaterThan(5_000);
    expect(uniques).toBeLessThan(counting);
    expect(sales).toBeGreaterThan(50);
    expect(bonuses).toBeGreaterThan(2);
    for (const kind of ["sale duplicate", "sale reversal duplicate", "sale refused bad_secret"]) {
      expect(figureOf(out, kind), kind).toBeGreaterThan(0);
    }
    // There are few of them: on a busy machine all may be held until their bonus is booked.
    expect(out).toMatch(/^ *bonus reversal (accepted|held \w+) +[1-9]/m);

    const offices = /By office\n((?: {4}.+\n)+)/.exec(out)?.[1]?.trimEnd().split("\n") ?? [];
    expect(offices.length).toBeGreaterThan(5);
    const sums = offices
      .map((line) =>
        line
          .trim()
          .split(/\s{2,}/)
          .slice(1)
          .map((text) => Number(text.replaceAll(",", ""))),
      )
      .reduce((sum, figures) => figures.map((figure, i) => figure + (sum[i] ?? 0)), []);
    expect(sums).toEqual(figuresOf(out, "All"));
  },
  10 * MINUTES,
);
