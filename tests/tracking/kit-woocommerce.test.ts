import { execFile, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { aDatabase } from "../world/database";
import { db } from "../world/db";
import { freePort } from "../world/free-port";
import { aServer, aSilentServer, hasPhp } from "./kit-world";
import { aShop, openPostbacks } from "./postback-world";

/** The recipe for WooCommerce, run by PHP in a shop with as much of WordPress as it calls. */

const RECIPE = readFileSync("app/components/developers/kit/woocommerce.php", "utf8");
const SHOP = path.resolve("tests/tracking/wordpress/shop.php");

const CHECKOUT = "woocommerce_checkout_create_order";
const PAID = "woocommerce_payment_complete";
const COMPLETED = "woocommerce_order_status_completed";
const REFUNDED = "woocommerce_order_fully_refunded";

let site: Awaited<ReturnType<typeof openPostbacks>>;
let shop: Awaited<ReturnType<typeof aShop>>;
let folder: string;
let orders = 1000;

beforeAll(async () => {
  await (await aDatabase()).enter();
  site = await openPostbacks();
  shop = await aShop();
});
afterAll(() => site.close());
beforeEach(() => void (folder = mkdtempSync(path.join(os.tmpdir(), "woocommerce-"))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The arguments and the environment of a call of the shop whose recipe sends to a port. */
function call(port: number, ...act: (string | number)[]) {
  const recipe = path.join(folder, "recipe.php");
  writeFileSync(recipe, RECIPE.replace("https://office.example.org", `http://127.0.0.1:${port}`));
  const env = { ...process.env, POSTBACK_SECRET: shop.secret, SHOP_STATE: path.join(folder, "state.json") };
  return { args: [SHOP, recipe, ...act.map(String)], env };
}
async function php(port: number, ...act: (string | number)[]): Promise<void> {
  const { args, env } = call(port, ...act);
  const { stdout, stderr } = await promisify(execFile)("php", args, { env });
  expect(stdout + stderr).toBe("");
}
/** Does something in the shop that sends nothing yet. */
const act = (hook: string, id: number, ...cookies: object[]) =>
  php(0, hook, id, ...cookies.map((cookie) => JSON.stringify(cookie)));
const send = (ahead = 0, port = site.port) => php(port, "run", ahead);

async function anOrder(hook = CHECKOUT) {
  const { id: click } = await shop.click();
  const id = ++orders;
  await act(hook, id, { click_id: click });
  return { id, click };
}

type State = {
  orders: Record<number, { meta: Record<string, string>; notes: string[] }>;
  actions: { at: number; status: string; arguments: [number, string, number] }[];
};
const state = () => JSON.parse(readFileSync(path.join(folder, "state.json"), "utf8")) as State;
const pending = () => state().actions.filter(({ status }) => status === "pending");
/** The tries that wait, and in how many seconds about. */
const waits = () =>
  pending().map(({ at, arguments: [, , tries] }) => [tries, Math.round((at - Date.now() / 1000) / 60)]);
const booked = (id: number) =>
  db.rows`
    SELECT sign, amount, currency FROM sale_events WHERE site_id = ${shop.site.id} AND txid = ${String(id)} ORDER BY id`;
const verdicts = async (id: number) =>
  (
    await db.rows<{ verdict: string }>`
      SELECT verdict FROM postbacks WHERE site_id = ${shop.site.id} AND txid = ${String(id)} ORDER BY id`
  ).map(({ verdict }) => verdict);
const SOLD = { sign: 1, amount: "49.90", currency: "USD" };

describe.skipIf(!hasPhp)(hasPhp ? "WooCommerce" : "WooCommerce, without PHP on this machine", () => {
  test.each([
    ["a plain checkout", CHECKOUT],
    ["a checkout made of blocks", "woocommerce_store_api_checkout_update_order_meta"],
  ])("sends the sale of %s once, whatever else happens to the order [HOOK-08]", async (_, hook) => {
    const { id } = await anOrder(hook);
    for (const paid of [PAID, COMPLETED]) await act(paid, id);
    await send();
    await act(COMPLETED, id);
    await send(7_200);
    expect([await booked(id), await verdicts(id)]).toEqual([[SOLD], ["accepted"]]);
    expect([pending(), state().orders[id]?.notes.length]).toEqual([[], 1]);
  });

  test("sends the sale of a bank transfer when the order is completed, and takes a refunded one back [HOOK-08]", async () => {
    const { id } = await anOrder();
    await act(COMPLETED, id);
    await send();
    await act(REFUNDED, id);
    await send();
    expect(await booked(id)).toMatchObject([{ sign: 1 }, { sign: -1 }]);
    expect(pending()).toEqual([]);
  });

  test("repeats a sale that could not be delivered, with longer and longer waits [HOOK-08]", async () => {
    const { id } = await anOrder();
    await act(PAID, id);
    const nobody = await freePort();
    await send(0, nobody);
    expect(waits()).toEqual([[1, 1]]);
    await send(0, nobody);
    expect(waits()).toEqual([[1, 1]]);
    await send(61, nobody);
    expect(waits()).toEqual([[2, 2]]);
    await send(121);
    expect([await booked(id), await verdicts(id), pending()]).toEqual([[SOLD], ["accepted"], []]);
  });

  test("waits as long as the server asks for [HOOK-08]", async () => {
    const busy = await aServer((_req, res) => res.writeHead(503, { "Retry-After": "7200" }).end());
    const { id } = await anOrder();
    await act(PAID, id);
    await send(0, busy.port);
    busy.close();
    expect(waits()).toEqual([[1, 120]]);
    await send(7_201);
    expect([await booked(id), pending()]).toEqual([[SOLD], []]);
  });

  test.each([
    ["before the server has the request", false],
    ["after the server has booked it", true],
  ])("loses and doubles no sale whose process dies %s [HOOK-08]", async (_, isDelivered) => {
    const { id, click } = await anOrder();
    await act(PAID, id);
    const silent = await aSilentServer();
    const { args, env } = call(silent.port, "run", 0);
    const dying = spawn("php", args, { env, stdio: "ignore" });
    const dead = new Promise((done) => dying.on("exit", done));
    await silent.reached;
    if (isDelivered) {
      const sale = { clickid: click, event: "sale", status: "approved", txid: String(id) };
      await site.form({ ...sale, amount: "49.90", currency: "USD", secret: shop.secret });
    }
    dying.kill("SIGKILL");
    await dead;
    silent.close();
    await send(61);
    expect([await booked(id), pending()]).toEqual([[SOLD], []]);
    expect(await verdicts(id)).toEqual(isDelivered ? ["accepted", "duplicate"] : ["accepted"]);
  });

  test("notes a refusal at the order, and does not repeat it [HOOK-08]", async () => {
    const id = ++orders;
    await act(CHECKOUT, id, { click_id: "{clickid}" });
    await act(PAID, id);
    await send();
    await send(7_200);
    expect(await verdicts(id)).toEqual(["refused"]);
    expect([pending(), state().orders[id]?.notes]).toEqual([[], [expect.stringContaining("placeholder")]]);
  });

  test("sends nothing of an order without a click [HOOK-08]", async () => {
    const id = ++orders;
    await act(CHECKOUT, id, {});
    await act(PAID, id);
    await send();
    expect([await verdicts(id), pending()]).toEqual([[], []]);
  });
});
