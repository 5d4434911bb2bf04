import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type pg from "pg";
import { openConnection } from "../../server/kernel/database/connections";

/**
 * The minimum cost of an acknowledged click: node:http answers each request once a new id is committed, in batches over
 * two connections, to a table with that one column and no index. There is no lookup and no classification.
 */
const CONNECTIONS = 2;
const MAX_BATCH = 200;

type PendingAnswer = { id: string; answer: () => void };
const free: pg.Client[] = [];
const pending: PendingAnswer[] = [];
let scheduled = false;

for (let lane = 0; lane < CONNECTIONS; lane++) {
  const client = await openConnection("bench", { url: process.env.DATABASE_URL });
  if (lane === 0) await client.query("CREATE TABLE IF NOT EXISTS bench_floor_ids (id uuid)");
  free.push(client);
}

createServer((_req, res) => {
  const id = randomUUID();
  const headers = { Location: `https://example.org/?clickid=${id}`, "Content-Length": "0" };
  const answer = () => {
    res.writeHead(302, headers);
    res.end();
  };
  pending.push({ id, answer });
  schedule();
}).listen(Number(process.env.PORT), "127.0.0.1");

function schedule(): void {
  if (scheduled) return;
  scheduled = true;
  setImmediate(() => {
    scheduled = false;
    for (const client of free.splice(0, Math.ceil(pending.length / MAX_BATCH))) {
      void store(client, pending.splice(0, MAX_BATCH));
    }
  });
}

async function store(client: pg.Client, batch: PendingAnswer[]): Promise<void> {
  await client.query({
    name: "floor",
    text: "INSERT INTO bench_floor_ids SELECT unnest($1::uuid[])",
    values: [`{${batch.map(({ id }) => id).join()}}`],
  });
  for (const { answer } of batch) answer();
  free.push(client);
  if (pending.length > 0) schedule();
}
