import { z } from "zod";
import { Account, Office, WebhookEndpoint, type WebhookFormat } from "~models";
import { findOneVisible } from "../accounts";
import { always, type Nullable, type RowOf, selectColumns, sql, type Statement } from "../kernel/database/sql";
import { queryOne } from "../kernel/database/transactions";
import { conflict, invalid, noSuch } from "../kernel/operation/refusal";
import { type Actor, atLeast, either, hasRole, only } from "../kernel/operation/roles";
import { WEBHOOK_EVENTS, type WebhookEvent } from "../trade/outbox/events";
import { isoTime } from "../kernel/time";

/** Superadmins, managers and, for postbacks of their own sales, agents. Admins have no endpoints and no office. */
export const mayManage = either(atLeast("superadmin"), only("company"), only("agent"));

export const formats = ["signed", "postback"] as const;
/** "failing": attempts fail and are repeated. "disabled": the server's decision. "off": a person's choice. */
const states = ["working", "failing", "disabled", "off"] as const;
/** "failures": no event could be delivered for three days. "maker": the access of the person who created it ended. */
const disabledReasons = ["failures", "maker"] as const;

export const EndpointOutput = z
  .object({
    id: z.int(),
    companyId: z.int().nullable(),
    agentId: z.int().nullable(),
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
    ...(["id", "companyId", "agentId", "format", "name", "url", "events", "enabled", "failingSince"] as const),
    ...(["disabledAt", "disabledReason", "nextTryAt", "rotatedAt", "createdAt", "version"] as const),
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
export function endpointsVisible(actor: Actor): Statement {
  if (hasRole(actor, "superadmin")) return always;
  return hasRole(actor, "company")
    ? sql`e.company_id = ${actor.companyId ?? 0} AND e.agent_id IS NULL`
    : sql`e.agent_id = ${actor.agentId ?? 0}`;
}

type Owner = { companyId: number | null; agentId: number | null };

/** The office of a new endpoint; null for the network. That of an agent is with them. Throws 404. */
export async function ownerOf(actor: Actor, named: number | null): Promise<Owner> {
  const { agentId, companyId } = actor;
  if (!hasRole(actor, "company")) return { agentId, companyId };
  if (!hasRole(actor, "superadmin")) return { agentId: null, companyId };
  return { agentId: null, companyId: named === null ? null : (await findOneVisible(Office, actor, named)).id };
}

export const isOfNetwork = ({ companyId, agentId }: Owner): boolean => companyId === null && agentId === null;

/** The events of a postback: a tracker counts sales. */
export const POSTBACK_EVENTS: readonly WebhookEvent[] = ["sale.accepted", "sale.reversed"];

/** The events of an endpoint. A postback without any receives accepted sales. Throws 422. */
export function eventsOf(format: WebhookFormat, chosen: readonly WebhookEvent[]): WebhookEvent[] {
  if (format === "signed") {
    if (chosen.length === 0) throw invalid({ events: ["Please choose at least one event."] });
    return [...chosen];
  }
  const sales = chosen.filter((event) => POSTBACK_EVENTS.includes(event));
  return sales.length > 0 ? sales : ["sale.accepted"];
}

/** Throws 422. */
export function requirePostbackEvent(event: WebhookEvent): void {
  if (!POSTBACK_EVENTS.includes(event)) throw invalid({ event: ["A postback is sent for sales only."] });
}

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

/** Throws 409. */
export function requireEnabled({ enabled }: WebhookEndpoint): void {
  if (!enabled) throw conflict("This endpoint is not enabled. Please enable it first.");
}

/** Ends the pause after a failed attempt. The version stays, because nothing changes that a form shows. */
export const sendSoon = ({ id }: WebhookEndpoint): Promise<unknown> =>
  WebhookEndpoint.update({ nextTryAt: null }, { where: { id } });
