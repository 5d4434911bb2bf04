import fc from "fast-check";
import { expect, test } from "vitest";
import { LONG } from "../world/long";
import { aBench, type Bench } from "./bench";
import { calls, type Document } from "./calls";
import { aCompany, knownOf } from "./company";
import { hostileImages, images, oversized } from "./heavy";
import { type FuzzRequest, told } from "./request";
import { crawl, pages, posts } from "./screens";
import { addresses, traffic } from "./traffic";
import { ways } from "./ways";

/**
 * Bad input at large: requests generated from the product's own OpenAPI document, its screens' forms and lists of texts
 * that have broken programs. No request may crash or hang the server, leak internals, redirect outside the product, or
 * store what it refused. `FUZZ_SEED=n` repeats the run with that seed; a failed run prints its seed. Long runs use a
 * new seed each time.
 */
const ROUNDS = LONG ? 25 : 1;
const EACH = Number(process.env.FUZZ_REQUESTS ?? (LONG ? 10_000 : 2_000));
const AT_ONCE = 100;
const FIRST_SEED = Number(process.env.FUZZ_SEED ?? (LONG ? Math.floor(Math.random() * 2 ** 31) : 1));
const MOST_SHRINKS = 40;

const rounds = Array.from({ length: ROUNDS }, (_, round) => (FIRST_SEED + round) % 2 ** 31);

test.each(rounds)(
  `${EACH} requests of bad input, seed %i, cause no server fault, leak no internals and store nothing that was refused`,
  async (seed) => {
    const company = await aCompany();
    const bench = await aBench(company, { timed: LONG });
    const known = knownOf(company);
    const document = (await (await fetch(`${company.server.url}/api/openapi.json`)).json()) as Document;
    const crawled = await crawl(bench.visitors);
    const kinds: [fc.Arbitrary<FuzzRequest>, number][] = [
      [calls(document, known), 45],
      [pages(crawled, known), 20],
      [posts(crawled, known), 20],
      [traffic(company, known), 8],
      [addresses, 4],
      [images(await hostileImages()), 2],
      [oversized, 1],
      [ways(company), 2],
    ];
    const faults: string[] = [];
    const ledOn = () => bench.seen.get(302) ?? 0;
    for (const [kind, [arbitrary, share]] of kinds.entries()) {
      const bounded = fc.limitShrink(arbitrary, MOST_SHRINKS);
      const numRuns = Math.ceil((EACH * share) / 100);
      const list = fc.sample(bounded, { seed: seed + kind, numRuns });
      const led = ledOn();
      for (let from = 0; from < list.length; from += AT_ONCE) {
        const found = await bench.faultsOf(list.slice(from, from + AT_ONCE));
        for (const [i, fault] of found) {
          const smaller = i < 0 || faults.length > 0 ? "" : await shrunk(bench, bounded, seed + kind, from + i);
          faults.push(`${fault} ${i < 0 ? "" : told(list[from + i]!)}${smaller}`);
          if (process.env.FUZZ_TELL) console.log(faults.at(-1));
        }
      }
      // Refused requests are not redirected and would prove nothing.
      if (kind === kinds.length - 1 && ledOn() - led < list.length / 4) faults.push("Hardly any form was led on.");
      if (process.env.FUZZ_TELL) console.log(kind, list.length, [...bench.seen].sort());
    }
    if (process.env.FUZZ_TELL) console.log(bench.slowest);
    await bench.close();
    await company.server.stop();
    await company.database.drop();
    expect(faults.join("\n"), `FUZZ_SEED=${seed}`).toBe("");
  },
  LONG ? 1_800_000 : 600_000,
);

/** The request alone, and the smallest request derived from it that still has a fault. */
async function shrunk(bench: Bench, requests: fc.Arbitrary<FuzzRequest>, seed: number, place: number): Promise<string> {
  const alone = fc.asyncProperty(requests, async (request) => (await bench.faultOf(request)) === undefined);
  const { counterexample } = await fc.check(alone, { seed, path: String(place), numRuns: 1 });
  return counterexample ? `\nThe smallest: ${told(counterexample[0])}` : "\nBy itself it has no fault.";
}
