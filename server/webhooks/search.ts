import { z } from "zod";
import { sql } from "../kernel/database/sql";
import { Nothing } from "../kernel/operation/input";
import { query } from "../kernel/operation/operation";
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
  toOutput,
} from "./endpoint";
import { MACROS } from "./macros";

const order = { id: sql`e.id`, name: sql`e.name COLLATE by_name`, url: sql`e.url`, createdAt: sql`e.created_at` };
const Input = Paging(["id", "name", "url", "createdAt"], "name");

async function listEndpoints(actor: Actor, paging: z.output<typeof Input>) {
  const listing = {
    columns: endpointColumns,
    from: endpointTables,
    where: endpointsVisible(actor),
    order: orderBy(order, paging, sql`e.id`),
  };
  const { rows, total } = await queryPage<EndpointRow>(listing, paging);
  return { items: rows.map(toOutput), total };
}

/** The endpoints of the manager's office; for superadmins, those of all offices and of the network. */
export const search = query({
  name: "webhooks.search",
  does: "list webhook endpoints",
  allow: mayManage,
  input: Input,
  output: List(EndpointOutput),
  run: ({ actor }, paging) => listEndpoints(actor, paging),
});

/** A page of the list and its paging. */
export const listScreen = query({
  name: "webhooks.listScreen",
  does: "list webhook endpoints",
  allow: mayManage,
  input: Input,
  output: List(EndpointOutput).extend({ asked: Input }),
  run: async ({ actor }, paging) => ({ ...(await listEndpoints(actor, paging)), asked: paging }),
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
    /** Null for managers, whose endpoints belong to their office. */
    offices: z.array(z.object({ id: z.int(), officeName: z.string() })).nullable(),
  }),
  run: async ({ actor }) => ({
    events: [...WEBHOOK_EVENTS],
    allEvents: [...WEBHOOK_EVENTS, TEST_EVENT],
    macros: MACROS.map((name) => `{${name}}`),
    offices: hasRole(actor, "superadmin") ? await listOfficeOptions(actor, { onlyAvailable: false }) : null,
  }),
});
