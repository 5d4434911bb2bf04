// Reports sales, and repeats what could not be delivered. Needs Node 18, no packages.
// When an order is paid:   await reportSale({ clickid, event: "sale", txid: "A-1001", amount: "49.90", currency: "USD" })
// Every minute, by cron:   POSTBACK_SECRET=… node report-sale.mjs
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const { POSTBACK_URL = "https://office.example.org/api/postback", POSTBACK_SECRET = "SECRET" } = process.env;
const OUTBOX = process.env.POSTBACK_OUTBOX ?? path.resolve("outbox");

/** Stores the sale before it is sent, so that none is lost. Does not fail when the network does. */
export async function reportSale(sale) {
  const { event = "", status = "", txid, clickid } = sale;
  const name = createHash("sha256")
    .update([event, status, txid ?? clickid].join("\n"))
    .digest("hex");
  mkdirSync(OUTBOX, { recursive: true });
  store(path.join(OUTBOX, `${name}.json`), { sale, tries: 0, nextTry: 0 });
  await sendOutbox();
}

/** Sends the sales that are due. Refused ones are kept as .refused, with the answer. */
export async function sendOutbox() {
  mkdirSync(OUTBOX, { recursive: true });
  for (const name of readdirSync(OUTBOX).filter((each) => each.endsWith(".json"))) {
    const file = path.join(OUTBOX, name);
    const entry = JSON.parse(readFileSync(file, "utf8"));
    if (entry.nextTry > Date.now() / 1000) continue;
    const { status, text, wait } = await post(entry.sale);
    if (status === 200 || status === 202) rmSync(file, { force: true });
    else if ([400, 405, 409, 413, 414, 415].includes(status)) {
      store(file, { ...entry, answer: text });
      renameSync(file, file.replace(/json$/, "refused"));
    } else {
      const pause = Math.max(wait, Math.min(5 * 2 ** entry.tries, 3600));
      store(file, { ...entry, tries: entry.tries + 1, nextTry: Math.floor(Date.now() / 1000) + pause, answer: text });
    }
  }
}

async function post(sale) {
  try {
    const answer = await fetch(POSTBACK_URL, {
      method: "POST",
      headers: { Authorization: `Bearer ${POSTBACK_SECRET}` },
      body: new URLSearchParams(sale),
      signal: AbortSignal.timeout(30_000),
    });
    return { status: answer.status, text: await answer.text(), wait: Number(answer.headers.get("Retry-After")) || 0 };
  } catch (error) {
    return { status: 0, text: String(error), wait: 0 };
  }
}

function store(file, entry) {
  writeFileSync(`${file}.new`, JSON.stringify(entry));
  renameSync(`${file}.new`, file);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await sendOutbox();
