import { execFile, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { aDatabase } from "../world/database";
import { db } from "../world/db";
import { freePort } from "../world/free-port";
import { aSilentServer, hasPhp } from "./kit-world";
import { aShop, openPostbacks } from "./postback-world";

/** The code that the page for developers offers, run against the handler of postbacks. */

const KIT = path.resolve("app/components/developers/kit");

type Program = { name: string; has: boolean; report: string[]; send: string[] };
const exists = (command: string, ...args: string[]) => spawnSync(command, args).status === 0;
const file = (name: string) => path.join(KIT, name);
/** Each takes the sale as JSON. */
const programs: Program[] = [
  {
    name: "Node",
    has: true,
    report: [
      process.execPath,
      ...["--input-type=module", "-e"],
      `const { reportSale } = await import(${JSON.stringify(file("report-sale.mjs"))}); await reportSale(JSON.parse(process.argv[1]))`,
    ],
    send: [process.execPath, file("report-sale.mjs")],
  },
  {
    name: "Python",
    has: exists("python3", "--version"),
    report: [
      ...["python3", "-B", "-c"],
      `import sys, json; sys.path.insert(0, ${JSON.stringify(KIT)}); from report_sale import report_sale; report_sale(json.loads(sys.argv[1]))`,
    ],
    send: ["python3", "-B", file("report_sale.py")],
  },
  {
    name: "PHP",
    has: hasPhp,
    report: [
      ...["php", "-r"],
      `require ${JSON.stringify(file("report-sale.php"))}; report_sale(json_decode($argv[1], true));`,
      "--",
    ],
    send: ["php", file("report-sale.php")],
  },
];

let site: Awaited<ReturnType<typeof openPostbacks>>;
let shop: Awaited<ReturnType<typeof aShop>>;
let outbox: string;
let env: Record<string, string | undefined>;

beforeAll(async () => {
  await (await aDatabase()).enter();
  site = await openPostbacks();
  shop = await aShop();
});
afterAll(() => site.close());
beforeEach(() => {
  outbox = mkdtempSync(path.join(os.tmpdir(), "outbox-"));
  const address = `http://127.0.0.1:${site.port}/api/postback`;
  env = { ...process.env, POSTBACK_URL: address, POSTBACK_SECRET: shop.secret, POSTBACK_OUTBOX: outbox };
});
afterEach(() => rmSync(outbox, { recursive: true, force: true }));

const run = ([command = "", ...args]: readonly string[]) =>
  promisify(execFile)(command, args, { env: env as NodeJS.ProcessEnv });
const left = () => readdirSync(outbox).map((name) => path.extname(name));
const entry = () => {
  const [name = ""] = readdirSync(outbox);
  return { path: path.join(outbox, name), ...(JSON.parse(readFileSync(path.join(outbox, name), "utf8")) as object) };
};
const booked = (txid: string) =>
  db.rows`SELECT amount, currency FROM sale_events WHERE site_id = ${shop.site.id} AND txid = ${txid}`;

for (const { name, has, report, send } of programs) {
  describe.skipIf(!has)(has ? name : `${name}, which is not on this machine`, () => {
    test("reports a sale once, however often it is called [HOOK-08]", async () => {
      const { id: clickid } = await shop.click();
      const txid = `${name} & ü`;
      const sale = JSON.stringify({ clickid, event: "sale", txid, amount: "49.90", currency: "USD" });
      for (let i = 0; i < 2; i++) await run([...report, sale]);
      expect(await booked(txid)).toEqual([{ amount: "49.90", currency: "USD" }]);
      expect(left()).toEqual([]);
    });

    test("keeps a sale while the server cannot be reached, and sends it later [HOOK-08]", async () => {
      const { id: clickid } = await shop.click();
      const here = env.POSTBACK_URL;
      env.POSTBACK_URL = `http://127.0.0.1:${await freePort()}/api/postback`;
      await run([...report, JSON.stringify({ clickid, event: "sale", txid: `later ${name}` })]);
      await run(send);
      const { path: stored, ...kept } = entry();
      expect(kept).toMatchObject({ tries: 1, sale: { clickid } });
      env.POSTBACK_URL = here;
      await run(send);
      expect([left(), await booked(`later ${name}`)]).toEqual([[".json"], []]);
      writeFileSync(stored, JSON.stringify({ ...kept, nextTry: 0 }));
      await run(send);
      expect([left(), await booked(`later ${name}`)]).toEqual([[], [{ amount: null, currency: null }]]);
    });

    test("loses no sale whose process dies while it is sent [HOOK-08]", async () => {
      const { id: clickid } = await shop.click();
      const silent = await aSilentServer();
      const here = env.POSTBACK_URL;
      env.POSTBACK_URL = `http://127.0.0.1:${silent.port}/api/postback`;
      const [command = "", ...args] = [...report, JSON.stringify({ clickid, event: "sale", txid: `died ${name}` })];
      const dying = spawn(command, args, { env: env as NodeJS.ProcessEnv, stdio: "ignore" });
      const dead = new Promise((done) => dying.on("exit", done));
      await silent.reached;
      dying.kill("SIGKILL");
      await dead;
      silent.close();
      env.POSTBACK_URL = here;
      await run(send);
      expect([left(), await booked(`died ${name}`)]).toEqual([[], [{ amount: null, currency: null }]]);
    });

    test("lets a customer wait for their own sale alone [HOOK-08]", async () => {
      const others = { sale: { event: "sale", clickid: "x", txid: "other" }, tries: 3, nextTry: 0 };
      writeFileSync(path.join(outbox, "other.json"), JSON.stringify(others));
      const { id: clickid } = await shop.click();
      await run([...report, JSON.stringify({ clickid, event: "sale", txid: `own ${name}` })]);
      expect(entry()).toMatchObject(others);
      await run(send);
      expect(left()).toEqual([".refused"]);
    });

    test("keeps what is refused with the answer, and does not repeat it [HOOK-08]", async () => {
      await run([...report, JSON.stringify({ clickid: "{clickid}", event: "sale", txid: "x" })]);
      expect(left()).toEqual([".refused"]);
      expect(entry()).toMatchObject({ answer: expect.stringContaining("placeholder") as string });
    });
  });
}

test.skipIf(!hasPhp)("PHP keeps a sale with characters that are not UTF-8 [HOOK-08]", async () => {
  const { id: clickid } = await shop.click();
  const sale = `['clickid' => '${clickid}', 'event' => 'sale', 'txid' => "K\\xf6ln-1", 'amount' => '49.90']`;
  await run(["php", "-r", `require ${JSON.stringify(file("report-sale.php"))}; report_sale(${sale});`]);
  expect([left(), await booked("K\uFFFDln-1")]).toEqual([[], [{ amount: "49.90", currency: null }]]);
});
