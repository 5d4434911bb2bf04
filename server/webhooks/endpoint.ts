import { z } from "zod";
import { Account, Office, WebhookEndpoint } from "~models";
import { always, type Nullable, type RowOf, selectColumns, sql, type Statement } from "../kernel/database/sql";
import { queryOne } from "../kernel/database/transactions";
import { noSuch } from "../kernel/operation/refusal";
import { type Actor, atLeast, either, hasRole, only } from "../kernel/operation/roles";
import { WEBHOOK_EVENTS, type WebhookEvent } from "../trade/outbox/events";
import { isoTime } from "../kernel/time";

/** Superadmins and managers. Admins have no endpoints of their own and no office. */
export const mayManage = either(atLeast("superadmin"), only("company"));

export const formats = ["signed", "postback"] as const;
/** "failing": attempts fail and are repeated. "disabled": the server's decision. "off": a person's choice. */
const states = ["working", "failing", "disabled", "off"] as const;
/** "failures": no event could be delivered for three days. "maker": the access of the person who created it ended. */
const disabledReasons = ["failures", "maker"] as const;

export const EndpointOutput = z
  .object({
    id: z.int(),
    companyId: z.int().nullable(),
    officeName: z.string().nullable(),
    format: z.enum(formats),
    name: z.string(),
    url: z.string(),
    events: z.array(z.enum(WEBHOOK_EVENTS)),
    enabled: z.boolean(),
    state: z.enum(states),
    failingSince: z.string().nullable(),
    disabledAt: z.string().nullable(),
    disabledReason: z.enum(disabledReasons).nullable(),
    nextTryAt: z.string().nullable(),
    lastDeliveryAt: z.string().nullable(),
    /** Until a day after it, the previous secret signs, too. */
    rotatedAt: z.string().nullable(),
    createdAt: z.string(),
    /** Username of the person who created it. */
    createdBy: z.string().nullable(),
    version: z.int(),
  })
  .meta({ id: "WebhookEndpoint", description: "An address that receives events, without its secret." });
export type EndpointOutput = z.output<typeof EndpointOutput>;

const columns = selectColumns(
  WebhookEndpoint,
  [
    ...(["id", "companyId", "format", "name", "url", "events", "enabled", "failingSince", "disabledAt"] as const),
    ...(["disabledReason", "nextTryAt", "rotatedAt", "createdAt", "version"] as const),
  ],
  { from: "e" },
);
const officeColumns = selectColumns(Office, ["officeName"]);
const creatorColumns = selectColumns(Account, [], { from: "creator", as: { createdBy: "username" } });
export type EndpointRow = RowOf<typeof columns> &
  Nullable<RowOf<typeof officeColumns> & RowOf<typeof creatorColumns>> & { lastDeliveryAt: Date | null };

/** SELECT list and FROM of `toOutput`. */
export const endpointColumns = sql`${columns}, ${officeColumns}, ${creatorColumns},
  (SELECT d.delivered_at FROM webhook_deliveries d
   WHERE d.endpoint_id = e.id AND d.state = 'delivered' ORDER BY d.id DESC LIMIT 1) AS "lastDeliveryAt"`;
export const endpointTables = sql`webhook_endpoints e LEFT JOIN offices ON offices.id = e.company_id
  LEFT JOIN accounts creator ON creator.id = e.created_by`;

/** The rule of `WebhookEndpoint.visibleTo`. */
export const endpointsVisible = (actor: Actor): Statement =>
  hasRole(actor, "superadmin") ? always : sql`e.company_id = ${actor.companyId ?? 0}`;

export const toOutput = ({ events, ...row }: EndpointRow): EndpointOutput => ({
  ...row,
  events: events as WebhookEvent[],
  state: stateOf(row),
  failingSince: row.failingSince && isoTime(row.failingSince),
  disabledAt: row.disabledAt && isoTime(row.disabledAt),
  nextTryAt: row.nextTryAt && isoTime(row.nextTryAt),
  lastDeliveryAt: row.lastDeliveryAt && isoTime(row.lastDeliveryAt),
  rotatedAt: row.rotatedAt && isoTime(row.rotatedAt),
  createdAt: isoTime(row.createdAt),
});

function stateOf({ enabled, disabledAt, failingSince }: Pick<EndpointRow, "enabled" | "disabledAt" | "failingSince">) {
  if (!enabled) return disabledAt ? "disabled" : "off";
  return failingSince ? "failing" : "working";
}

/** Throws 404. */
export async function findEndpoint(actor: Actor, id: number): Promise<EndpointOutput> {
  const row = await queryOne<EndpointRow>(sql`
    SELECT ${endpointColumns} FROM ${endpointTables} WHERE e.id = ${id} AND ${endpointsVisible(actor)}`);
  if (!row) throw noSuch("webhook endpoint");
  return toOutput(row);
}
