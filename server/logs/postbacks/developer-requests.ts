import { z } from "zod";
import { Postback } from "~models";
import { all, constant, type RowOf, selectColumns, sql, type Statement } from "../../kernel/database/sql";
import { queryOne, queryRows } from "../../kernel/database/transactions";
import { isoTime } from "../../kernel/time";
import { describeOutcome, describeTest, parsePostback } from "../../tracking";

// Reads the newest requests of a site by the index on its requests, however many it has.

const MAX_REQUESTS = 50;
/** A filter searches these only: a public page must not read all requests of a busy site. */
const SEARCHED = 10_000;
const MAX_WARNINGS = 3;
/** The fields of the form for a test. They are shown again, so none identifies a customer. */
export const TEST_FIELDS: readonly string[] = ["clickid", "event", "status", "txid", "geo", "ts", "amount", "currency"];

/** The query of the page. A value that cannot be read shows everything. */
export const Shown = {
  /** A verdict, with its reason if it has one: "refused bad_ts". */
  answer: z
    .string()
    .regex(/^[a-z]{1,20}( [a-z_]{1,20})?$/)
    .catch(""),
  /** A txid or click ID. */
  find: z.string().trim().max(255).catch(""),
  /** The receipt of the test that was just sent. */
  tested: z.uuid().catch(""),
};
type Filter = { answer: string; find: string };

export const Request = z.object({
  at: z.string(),
  verdict: z.string(),
  reason: z.string().nullable(),
  event: z.string().nullable(),
  status: z.string().nullable(),
  txid: z.string().nullable(),
  clickId: z.string().nullable(),
  /** The parameter to blame. */
  field: z.string().nullable(),
  /** The verdict and reason as sentences. */
  meaning: z.string(),
  /** The explanation in the answer. */
  detail: z.string().nullable(),
  warnings: z.array(z.string()),
  receipt: z.string(),
});
type Request = z.output<typeof Request>;

const columns = selectColumns(Postback, [
  ...(["receivedAt", "verdict", "reason", "event", "status", "txid", "clickId", "eventId", "params"] as const),
  ...(["field", "detail", "receipt"] as const),
]);
type Row = RowOf<typeof columns> & { params: Record<string, unknown> };

const newestOf = (siteId: number): Statement => sql`
  (SELECT * FROM postbacks WHERE site_id = ${siteId}
    ORDER BY received_at DESC, id DESC LIMIT ${constant(SEARCHED)}) AS postbacks`;

/** The newest requests of a site that the filter lets through. */
export async function requestsOf(siteId: number, { answer, find }: Filter): Promise<Request[]> {
  const [verdict, reason] = answer.split(" ");
  const isChosen = answer !== "" || find !== "";
  const rows = await queryRows<Row>(sql`
    SELECT ${columns} FROM ${isChosen ? newestOf(siteId) : sql`postbacks`}
    WHERE ${all([
      sql`site_id = ${siteId}`,
      answer !== "" && sql`verdict = ${verdict ?? ""} AND reason IS NOT DISTINCT FROM ${reason ?? null}::text`,
      find !== "" && sql`(txid = ${find.normalize("NFC")} OR click_id::text = ${find.toLowerCase()})`,
    ])}
    ORDER BY received_at DESC, id DESC LIMIT ${constant(MAX_REQUESTS)}`);
  return rows.map(toRequest);
}

/** The test of the site with this receipt; null if there is none. */
export async function testOf(
  siteId: number,
  receipt: string,
): Promise<(Request & { sent: Record<string, string> }) | null> {
  const row = await queryOne<Row>(sql`
    SELECT ${columns} FROM ${newestOf(siteId)} WHERE receipt = ${receipt}::uuid AND verdict = 'test' LIMIT 1`);
  if (!row) return null;
  const sent = Object.entries(row.params).filter(
    (entry): entry is [string, string] => TEST_FIELDS.includes(entry[0]) && typeof entry[1] === "string",
  );
  return { ...toRequest(row), sent: Object.fromEntries(sent) };
}

function toRequest({ params, receivedAt, txid, eventId, ...row }: Row): Request {
  const { verdict, reason, detail } = row;
  const { warnings } = parsePostback(new Map(Object.entries(params)), receivedAt).postback;
  const outcome = describeOutcome(verdict, reason === "malformed" && detail !== null ? null : reason);
  return {
    ...row,
    at: isoTime(receivedAt),
    txid: withoutAddress(txid),
    meaning: verdict === "test" ? `${outcome} ${describeTest(reason, eventId)}` : outcome,
    warnings: warnings
      .filter(({ field }) => !field.includes("@"))
      .slice(0, MAX_WARNINGS)
      .map(({ field, message }) => `${field}: ${message}`),
  };
}

/** Some sites number their orders by the customer's e-mail address. */
const withoutAddress = (txid: string | null): string | null => (txid?.includes("@") ? "***" : txid);
