// Reports sales, and repeats what could not be delivered. Needs Node 18, no packages.
// When an order is paid:   await reportSale({ clickid, event: "sale", txid: "A-1001", amount: "49.90", currency: "USD" })
// Every minute, by cron:   POSTBACK_SECRET=… node report-sale.mjs
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const { POSTBACK_URL = "https://office.example.org/api/postback", POSTBACK_SECRET = "SECRET" } = process.env;
const OUTBOX = process.env.POSTBACK_OUTBOX ?? path.resolve("outbox");

/** Stores the sale before it is sent, so that none is lost. Fails only if it cannot be stored. */
export async function reportSale(sale) {
  const { event = "", status = "", txid, clickid } = sale;
  const name = createHash("sha256")
    .update([event, status, txid ?? clickid].join("\n"))
    .digest("hex");
  mkdirSync(OUTBOX, { recursive: true });
  const file = path.join(OUTBOX, `${name}.json`);
  store(file, { sale, tries: 0, nextTry: 0 });
  // The customer waits for this one. Those that wait for a later try are sent by cron.
  await send(file, 5_000);
}

/** Sends the sales that are due. Refused ones are kept as .refused, with the answer. */
export async function sendOutbox() {
  mkdirSync(OUTBOX, { recursive: true });
  for (const name of readdirSync(OUTBOX).filter((each) => each.endsWith(".json")))
    await send(path.join(OUTBOX, name), 30_000);
}

async function send(file, timeout) {
  const entry = read(file);
  if (!entry || entry.nextTry > Date.now() / 1000) return;
  const { status, text, wait } = await post(entry.sale, timeout);
  if (status === 200 || status === 202) rmSync(file, { force: true });
  else if ([400, 405, 409, 413, 414, 415].includes(status)) {
    store(file, { ...entry, answer: text });
    renameSync(file, file.replace(/json$/, "refused"));
  } else {
    const pause = Math.max(wait, Math.min(5 * 2 ** entry.tries, 3600));
    store(file, { ...entry, tries: entry.tries + 1, nextTry: Math.floor(Date.now() / 1000) + pause, answer: text });
  }
}

/** Undefined for a sale that another process has just sent. */
function read(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    if (error.code !== "ENOENT") throw error;
  }
}

async function post(sale, timeout) {
  try {
    const answer = await fetch(POSTBACK_URL, {
      method: "POST",
      headers: { Authorization: `Bearer ${POSTBACK_SECRET}` },
      body: new URLSearchParams(sale),
      signal: AbortSignal.timeout(timeout),
    });
    return { status: answer.status, text: await answer.text(), wait: Number(answer.headers.get("Retry-After")) || 0 };
  } catch (error) {
    return { status: 0, text: String(error), wait: 0 };
  }
}

function store(file, entry) {
  writeFileSync(`${file}.${process.pid}`, JSON.stringify(entry));
  renameSync(`${file}.${process.pid}`, file);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await sendOutbox();
