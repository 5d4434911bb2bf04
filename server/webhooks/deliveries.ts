import { Op, type WhereOptions } from "sequelize";
import { z } from "zod";
import { WebhookAttempt, WebhookDelivery, WebhookEndpoint } from "~models";
import { findOneVisible } from "../accounts";
import { Id } from "../kernel/operation/input";
import { command, query } from "../kernel/operation/operation";
import { cursorAnswer, cursorInput, followById } from "../kernel/operation/cursor";
import { List, type Paged, Paging } from "../kernel/operation/page";
import { noSuch } from "../kernel/operation/refusal";
import type { Actor } from "../kernel/operation/roles";
import { TEST_EVENT, WEBHOOK_EVENTS } from "../trade/outbox/events";
import { isoTime } from "../kernel/time";
import { bodyOf, eventId } from "./delivery/body";
import { mayManage, requireEnabled, sendSoon } from "./endpoint";

const states = ["waiting", "delivered", "failed"] as const;
const events = [...WEBHOOK_EVENTS, TEST_EVENT] as const;

const AttemptOutput = z
  .object({
    at: z.string(),
    url: z.string(),
    headers: z.record(z.string(), z.string()),
    status: z.int().nullable(),
    error: z.string().nullable(),
    answer: z.string().nullable(),
    ms: z.int(),
  })
  .meta({ id: "WebhookAttempt", description: "One request of a delivery and its answer." });

const DeliveryOutput = z
  .object({
    id: z.int(),
    eventId: z.string(),
    event: z.enum(events),
    state: z.enum(states),
    createdAt: z.string(),
    deliveredAt: z.string().nullable(),
    /** The body of the request; empty for postbacks, which have none. */
    body: z.string(),
    attempts: z.array(AttemptOutput),
  })
  .meta({ id: "WebhookDelivery", description: "An event for an endpoint, with every attempt to send it." });
type DeliveryOutput = z.output<typeof DeliveryOutput>;

const inputOf = (pageSize?: number) => {
  const paging = Paging(["id"], "id", false).shape;
  return z.object({
    id: Id,
    state: z.enum(states, "Please choose a state from the list.").optional(),
    event: z.enum(events, "Please choose an event from the list.").optional(),
    ...paging,
    ...(pageSize && { pageSize: paging.pageSize.unwrap().default(pageSize) }),
  });
};
const Input = inputOf();

/** The events of an endpoint, newest first, each with its attempts, oldest first. */
export const deliveries = query({
  name: "webhooks.deliveries",
  does: "read webhook endpoints",
  allow: mayManage,
  input: Input.extend(cursorInput),
  output: List(DeliveryOutput).extend(cursorAnswer),
  run: ({ actor }, input) => listDeliveries(actor, input),
});

/** A page has all headers and bodies of its deliveries. */
const SCREEN_ROWS = 20;
const ScreenInput = inputOf(SCREEN_ROWS);

/** A page of the deliveries and its paging. */
export const deliveriesScreen = query({
  name: "webhooks.deliveriesScreen",
  does: "read webhook endpoints",
  allow: mayManage,
  input: ScreenInput,
  output: List(DeliveryOutput).extend({ asked: ScreenInput }),
  run: async ({ actor }, input) => ({ ...(await listDeliveries(actor, input)), asked: input }),
});

async function listDeliveries(actor: Actor, input: z.output<typeof Input> & { after?: string | undefined }) {
  const { id: endpointId, state, event, page, pageSize, sortAsc, after } = input;
  const { format } = await findOneVisible(WebhookEndpoint, actor, endpointId);
  const where = { endpointId, ...(state && { state }), ...(event && { event }) };
  const read = (above: number, most: number) =>
    WebhookDelivery.findAll({ where: { ...where, id: { [Op.gt]: above } }, order: ["id"], limit: most });
  const { rows, ...counted } =
    after === undefined
      ? await pageOf(where, { page, pageSize, sortAsc })
      : await followById("deliveries", { after, page, pageSize }, ({ id }) => id, read);
  const attempts = await WebhookAttempt.findAll({ where: { deliveryId: rows.map(({ id }) => id) }, order: ["id"] });
  const items = rows.map((row) => ({
    ...toOutput(row),
    body: format === "postback" ? "" : bodyOf(row),
    attempts: attempts.filter(({ deliveryId }) => deliveryId === row.id).map(attemptOutput),
  }));
  return { items, ...counted };
}

async function pageOf(where: WhereOptions, { page, pageSize, sortAsc }: Paged & { sortAsc: boolean }) {
  const { rows, count } = await WebhookDelivery.findAndCountAll({
    where,
    order: [["id", sortAsc ? "ASC" : "DESC"]],
    limit: pageSize,
    offset: (page - 1) * pageSize,
  });
  return { rows, total: count };
}

const toOutput = ({ id, event, state, createdAt, deliveredAt }: WebhookDelivery) => ({
  id,
  eventId: eventId(id),
  event: event as DeliveryOutput["event"],
  state,
  createdAt: isoTime(createdAt),
  deliveredAt: deliveredAt && isoTime(deliveredAt),
});

const attemptOutput = ({ at, url, headers, status, error, answer, ms }: WebhookAttempt) => ({
  at: isoTime(at),
  ...{ url, headers, status, error, answer, ms },
});

const DeliveryId = z.int("Please choose one from the list.").min(1);

/** Sends an event again, delivered or not, with the same ID and body. Events that still wait are not skipped. */
export const sendAgain = command({
  name: "webhooks.sendAgain",
  does: "send events again",
  allow: mayManage,
  type: "UPDATE",
  input: z.object({ id: DeliveryId }),
  output: z.object({ id: z.int(), endpointId: z.int() }),
  async run({ actor, changed }, { id }) {
    const endpoint = await findEndpointOf(actor, id);
    requireEnabled(endpoint);
    await WebhookDelivery.update({ state: "waiting", deliveredAt: null }, { where: { id } });
    await sendSoon(endpoint);
    changed({
      record: "webhookEndpoint",
      id: endpoint.id,
      before: { sentAgain: null },
      after: { sentAgain: eventId(id) },
    });
    return { id, endpointId: endpoint.id };
  },
});

/** The endpoint of a delivery, locked. Throws 404 for the delivery, so that its ID does not reveal an endpoint. */
async function findEndpointOf(actor: Actor, deliveryId: number): Promise<WebhookEndpoint> {
  const delivery = await WebhookDelivery.findByPk(deliveryId, { attributes: ["endpointId"] });
  const { where } = WebhookEndpoint.visibleTo(actor);
  const endpoint =
    delivery && (await WebhookEndpoint.findOne({ where: { ...where, id: delivery.endpointId }, lock: true }));
  if (!endpoint) throw noSuch("webhook delivery");
  return endpoint;
}
