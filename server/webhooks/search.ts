import { Op } from "sequelize";
import { z } from "zod";
import { Office, WebhookEndpoint } from "~models";
import { findOneVisible } from "../accounts";
import { all, sql } from "../kernel/database/sql";
import { Id, Nothing } from "../kernel/operation/input";
import { query } from "../kernel/operation/operation";
import { cursorAnswer, cursorInput } from "../kernel/operation/cursor";
import { List, orderBy, Paging, queryPage } from "../kernel/operation/page";
import { type Actor, hasRole } from "../kernel/operation/roles";
import { TEST_EVENT, WEBHOOK_EVENTS } from "../trade/outbox/events";
import { listOfficeOptions } from "../offices";
import {
  endpointColumns,
  EndpointOutput,
  type EndpointRow,
  endpointsVisible,
  endpointTables,
  mayManage,
  POSTBACK_EVENTS,
  toOutput,
} from "./endpoint";
import { macrosOf } from "./macros";
import { TRACKERS } from "./trackers";

const order = { id: sql`e.id`, name: sql`e.name COLLATE by_name`, url: sql`e.url`, createdAt: sql`e.created_at` };
const Input = Paging(["id", "name", "url", "createdAt"], "name").extend({
  companyId: Id.optional().describe("An office. Without it, the endpoints of all offices and of the network."),
});

type Asked = z.output<typeof Input> & { after?: string | undefined };

async function listEndpoints(actor: Actor, { companyId, ...paging }: Asked) {
  if (companyId !== undefined) await findOneVisible(Office, actor, companyId);
  const listing = {
    columns: endpointColumns,
    from: endpointTables,
    where: all([
      endpointsVisible(actor),
      companyId !== undefined && sql`e.company_id = ${companyId} AND e.agent_id IS NULL`,
    ]),
    order: orderBy(order, paging, sql`e.id`),
    cursor: { name: "webhooks", id: sql`e.id` },
  };
  const { rows, ...counted } = await queryPage<EndpointRow>(listing, paging);
  return { items: rows.map(toOutput), ...counted };
}

const listing = { does: "list webhook endpoints", allow: mayManage } as const;

/** The endpoints of the manager's office; for superadmins, those of all offices and of the network, or of one office. */
export const search = query({
  name: "webhooks.search",
  ...listing,
  input: Input.extend(cursorInput),
  output: List(EndpointOutput).extend(cursorAnswer),
  run: ({ actor }, input) => listEndpoints(actor, input),
});

/** A page of the list and its paging. */
export const listScreen = query({
  name: "webhooks.listScreen",
  ...listing,
  input: Input,
  output: List(EndpointOutput).extend({ asked: Input }),
  run: async ({ actor }, input) => ({ ...(await listEndpoints(actor, input)), asked: input }),
});

/** The endpoints of the office of a page. */
export const ofOffice = query({
  name: "webhooks.ofOffice",
  ...listing,
  input: Input.omit({ companyId: true }).extend({ id: Id }),
  output: List(EndpointOutput).extend({ asked: Input }),
  async run({ actor }, { id, ...paging }) {
    const asked = { ...paging, companyId: id };
    return { ...(await listEndpoints(actor, asked)), asked };
  },
});

/** The choices that the forms of endpoints offer the account. */
export const choices = query({
  name: "webhooks.choices",
  does: "list webhook endpoints",
  allow: mayManage,
  input: Nothing,
  output: z.object({
    events: z.array(z.string()),
    /** Of the filter of deliveries. */
    allEvents: z.array(z.string()),
    macros: z.array(z.string()),
    /** Templates of addresses of well-known trackers. */
    trackers: z.array(z.object({ name: z.string(), url: z.string() })),
    /** True for agents, who have postbacks alone. */
    postbacksOnly: z.boolean(),
    /** Null for managers, whose endpoints belong to their office. */
    offices: z.array(z.object({ id: z.int(), officeName: z.string() })).nullable(),
  }),
  run: async ({ actor }) => ({
    events: [...(hasRole(actor, "company") ? WEBHOOK_EVENTS : POSTBACK_EVENTS)],
    allEvents: [...WEBHOOK_EVENTS, TEST_EVENT],
    macros: macrosOf(hasRole(actor, "superadmin")).map((name) => `{${name}}`),
    trackers: [...TRACKERS],
    postbacksOnly: !hasRole(actor, "company"),
    offices: hasRole(actor, "superadmin") ? await listOfficeOptions(actor, { onlyAvailable: false }) : null,
  }),
});

/** The number of endpoints that the server gave up and that the account may enable again. */
export const countDisabled = (actor: Actor): Promise<number> =>
  WebhookEndpoint.count({ where: { ...WebhookEndpoint.visibleTo(actor).where, disabledAt: { [Op.ne]: null } } });
