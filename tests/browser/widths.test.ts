import { beforeAll, expect, test } from "vitest";
import { autocommit, execute, queryRows, writeTransaction } from "../../server/kernel/database/transactions";
import { sql } from "../../server/kernel/database/sql";
import { addDays, dayOf } from "../../server/kernel/time";
import { payPeriodId, periodOf, previous } from "../../server/trade/periods";
import { aBrowser } from "../world/browser";
import { aSite } from "../world/builders";
import { aDatabase } from "../world/database";
import { LONG } from "../world/long";
import { aServer, type Server } from "../world/server";
import { brokenOn } from "./layout";
import { outside, sheetsOf, squashed } from "./pdf";
import { printed } from "./printed";
import { type DemoAccount, screens, visitorOf } from "./screens";

/** Widths of windows in pixels: phones, tablets, a small window, a desk. */
const WIDTHS = LONG ? [320, 390, 768, 820, 1024, 1100, 1280, 1440, 1920] : [320, 820, 1100, 1280, 1440, 1920];
/** Widths between the margins of 12 mm in pixels, upright and lying. */
const PAPERS = { A4: [703, 1032], Letter: [725, 965] } as const;
/** Screens to read, not to fill in. */
const FORMS = /confirm|create|edit|import|logout|columns|spike|how-to-sell|images|\/qr|options|payout$/;

let server: Server;
let usernames: string[];

/** The demo company, with people, offices, sites and texts as long as the fields allow on some of the rows. */
beforeAll(async () => {
  const database = await aDatabase({ demo: true });
  await database.enter();
  await writeTransaction(async () => {
    await execute(
      sql`UPDATE agents SET first_name = repeat('Ma', 56), last_name = repeat('de ', 37) WHERE id IN (3, 5, 40)`,
    );
    await execute(sql`UPDATE offices SET office_name = repeat('Wo', 55) || id WHERE id IN (1, 3)`);
    await execute(sql`UPDATE sites SET sitename = repeat('Si', 56) WHERE id = 3`);
    await execute(sql`UPDATE types SET typename = repeat('Li', 56) WHERE id = 2`);
    await execute(sql`
      UPDATE sale_events SET email = repeat('e', 112) || '@example.org', txid = repeat('T', 112) WHERE id % 7 = 0`);
    await execute(sql`UPDATE ledger SET reason = 'See ' || repeat('r', 112) WHERE reason IS NOT NULL AND id % 2 = 0`);
  });
  await aSite({ sitename: "Never Sold", types: [{}] });
  const accounts = await autocommit("read", () => queryRows<{ username: string }>(sql`SELECT username FROM accounts`));
  usernames = accounts.map(({ username }) => username);
  server = await aServer({ workers: 0, database, demo: true });
}, 600_000);

type Visit = { path: string; printed?: boolean };
const today = dayOf(Date.now());
const half = previous(periodOf(today, "beWeek"));
const statement = `/app/stats/statements/${payPeriodId(half.start)}`;
const inHalf = `start=${half.start}&end=${half.end}`;
const EMPTY = ["/app/agents?search=nobody", "/app/logs/sale-logs?start=2020-01-01&end=2020-01-02", "/app/links/all"];

/** The screens of an account: each for the first account that may open it; for managers and agents also those with other columns. */
function visitsOf(account: DemoAccount): Visit[] {
  const differs = /agents$|home$|logs\.(sale|click)|stats\.sites$|statements|links\.all/;
  const isMine = ({ route, accounts }: (typeof screens)[number]) =>
    accounts.includes(account) && (LONG || accounts[0] === account || (account !== "admin" && differs.test(route)));
  return [
    ...screens.filter((screen) => !screen.status && !FORMS.test(screen.route) && isMine(screen)),
    ...(account === "super" ? EMPTY.map((path) => ({ path })) : []),
    ...printed
      .filter(({ as }) => as === account)
      .map(({ path }) => ({ path: `${path}${path.includes("?") ? "&" : "?"}print=1`, printed: true })),
  ];
}

test.each(["super", "admin", "manager", "agent"] as const)(
  "on no screen of %s, at any width or on paper, is a word, name, date or amount broken, an act of a row out of sight, a column over another or the page too wide",
  async (account) => {
    const { page } = await aBrowser({ ...(await visitorOf(server.url, account)), baseURL: server.url });
    const opened = await page();
    const wrong: string[] = [];
    const judge = async (where: string) => {
      const found = await brokenOn(opened, usernames);
      wrong.push(...found.slice(0, 5).map((fault) => `${where}: ${fault}`));
    };
    for (const { path, printed: isPrinted } of visitsOf(account)) {
      await opened.emulateMedia({ media: "screen", reducedMotion: "reduce" });
      await opened.goto(path);
      for (const width of isPrinted ? [] : WIDTHS) {
        await opened.setViewportSize({ width, height: 900 });
        await judge(`${path} ${width} px`);
      }
      await opened.emulateMedia({ media: "print" });
      for (const [name, [upright, lying]] of Object.entries(PAPERS)) {
        const lies = await opened.evaluate(() => getComputedStyle(document.querySelector("main")!).page !== "auto");
        await opened.setViewportSize({ width: lies ? lying : upright, height: 900 });
        await judge(`${path} ${name}`);
      }
    }
    expect(wrong).toEqual([]);
  },
  3_600_000,
);

test.each(["super", "agent"] as const)(
  "on the Home of %s, also sums of a hundred times as many sales and changes of thousands of percent are whole and in their cells",
  async (account) => {
    const { page } = await aBrowser({ ...(await visitorOf(server.url, account)), baseURL: server.url });
    const opened = await page();
    await opened.goto("/app/home");
    await opened.evaluate(() => {
      for (const cell of document.querySelectorAll(".tile td, .now, .rank td:not(:first-child)")) {
        const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
        while (walker.nextNode()) {
          const text = walker.currentNode as Text;
          if (/[1-9].*%/.test(text.data)) text.data = text.data.replace(/[\d.]+/, "2888.88");
          else
            text.data = text.data.replace(/\d[\d,]*/, (sum) =>
              (Number(sum.replaceAll(",", "")) * 100).toLocaleString("en-US"),
            );
        }
      }
    });
    const wrong: string[] = [];
    for (const width of WIDTHS) {
      await opened.setViewportSize({ width, height: 900 });
      wrong.push(...(await brokenOn(opened, usernames)).map((fault) => `${width} px: ${fault}`));
    }
    expect(wrong).toEqual([]);
  },
);

/** Pages as a browser prints them: words that must and must not be on the paper, and the most sheets. */
const ON_PAPER = [
  {
    path: `/app/stats/sites?groupBy=date&start=${addDays(today, -25)}&end=${today}`,
    words: ["Earning", "Bonus Earning", "The print version has them."],
    not: /Load statistics|Show all columns|Filters/,
    sheets: 3,
  },
  {
    path: `/app/stats/sites-payout?groupBy=company&${inHalf}`,
    words: ["Pay PHP", "Pay USD"],
    not: /Load/,
    sheets: 2,
  },
  {
    path: `/app/stats/sites-payout?groupBy=agent&${inHalf}&print=1`,
    words: ["Pay USD"],
    not: /Never Sold/,
    sheets: 30,
  },
  { path: `${statement}?agentId=agent`, words: ["Opening balance", "Pay period"], not: /Load statement/, sheets: 3 },
  { path: `${statement}?companyId=1&print=1`, words: ["Opening balance"], not: /Screen version/, sheets: 8 },
  { path: `/app/logs/sale-logs?${inHalf}`, words: ["Earning", "Payout"], not: /Export|Search/, sheets: 6 },
];

test.each(ON_PAPER)(
  "$path: on A4 and Letter all of it is between the margins, with every total, and says once when it was printed",
  async ({ path, words, not, sheets: most }) => {
    const { page } = await aBrowser({ ...(await visitorOf(server.url, "super")), baseURL: server.url });
    const opened = await page();
    await opened.goto(path);
    await opened.emulateMedia({ media: "print" });
    const totals = await opened.locator("tfoot td:visible, .sum td:visible").allInnerTexts();
    for (const format of ["A4", "Letter"]) {
      const sheets = await sheetsOf(await opened.pdf({ format, preferCSSPageSize: true }));
      const texts = sheets.flatMap(({ written }) => written.map(({ text }) => text));
      const paper = squashed(texts.join(""));
      expect(
        sheets.flatMap((sheet, index) => outside(sheet, `${index + 1}/${sheets.length}`)),
        format,
      ).toEqual([]);
      expect(totals.filter((total) => !paper.includes(squashed(total)))).toEqual([]);
      for (const word of words) expect(paper).toContain(squashed(word));
      expect(texts.join(" ")).not.toMatch(not);
      expect(paper.match(/Printed\d{4}-/g)).toHaveLength(1);
      expect(sheets.length, format).toBeLessThanOrEqual(most);
    }
  },
);
