import { z } from "zod";
import { WebhookDelivery, WebhookEndpoint } from "~models";
import { findOneVisible } from "../accounts";
import { saveVersioned } from "../kernel/database/records";
import { auditKey, difference } from "../kernel/operation/audit";
import { Filter, Deleted, Flag, Id, OptionalField, Required, Version } from "../kernel/operation/input";
import { command, query } from "../kernel/operation/operation";
import { conflict, invalid } from "../kernel/operation/refusal";
import { hasRole } from "../kernel/operation/roles";
import { TEST_EVENT, WEBHOOK_EVENTS } from "../trade/outbox/events";
import { isoTime } from "../kernel/time";
import { now } from "../kernel/time/now";
import { newScannableToken, seal } from "../kernel/process/secrets";
import { hostOf, requireAddress } from "./address";
import { eventId, type TestData } from "./delivery/body";
import { PREFIX, secretContext } from "./delivery/signature";
import {
  EndpointOutput,
  eventsOf,
  findEndpoint,
  formats,
  isOfNetwork,
  mayManage,
  ownerOf,
  requirePostbackEvent,
  requireEnabled,
  sendSoon,
} from "./endpoint";

/** Largest number of endpoints of an office, and of the network. Every event is stored once for each. */
const MAX_ENDPOINTS = 20;
/** The same for an agent. There are thousands of agents. */
const MAX_OF_AGENT = 5;
const MAX_URL = 2_000;

const Name = Required(64);
const Url = Required(MAX_URL);
/** In the order of the documentation, without repetitions. */
const Events = z
  .array(z.enum(WEBHOOK_EVENTS, "Please choose events from the list."))
  .max(100)
  .transform((chosen) => WEBHOOK_EVENTS.filter((event) => chosen.includes(event)));

const WithSecret = z.object({ ...EndpointOutput.shape, secret: z.string().nullable() }).meta({
  id: "NewWebhookEndpoint",
  description: "A new endpoint with its secret, which is shown once; null for a postback.",
});

export const read = query({
  name: "webhooks.read",
  does: "read webhook endpoints",
  allow: mayManage,
  input: z.object({ id: Id }),
  output: EndpointOutput,
  run: ({ actor }, { id }) => findEndpoint(actor, id),
});

/**
 * Creates an endpoint and returns its secret this once; a postback has none, because nothing is signed. A manager's
 * endpoint belongs to their office, and an agent's postback to themselves. A superadmin's belongs to the office that they
 * name; without one, it receives the events of the whole network.
 */
export const create = command({
  name: "webhooks.create",
  does: "create webhook endpoints",
  allow: mayManage,
  type: "CREATE",
  confirmed: true,
  input: z.object({
    name: Name,
    url: Url,
    format: z.enum(formats, "Please choose signed or postback.").default("signed"),
    events: Events.default([]),
    companyId: Id.nullable().default(null),
  }),
  output: WithSecret,
  logged: byHost,
  async run({ actor, changed }, { name, url, format, events: chosen, companyId: named }) {
    const owner = await ownerOf(actor, named);
    if (owner.agentId !== null && format !== "postback")
      throw invalid({ format: ["Agents can add postbacks only. Please choose postback."] });
    requireAddress(url, format, isOfNetwork(owner));
    const events = eventsOf(format, chosen);
    const [where, most] = owner.agentId === null ? [owner, MAX_ENDPOINTS] : [{ agentId: owner.agentId }, MAX_OF_AGENT];
    if ((await WebhookEndpoint.count({ where })) >= most)
      throw conflict(`There are ${most} endpoints. Please delete one of them first.`);
    const fields = { ...owner, format, name, url, events };
    const endpoint = await WebhookEndpoint.create({
      ...fields,
      ...{ secret: Buffer.alloc(0), createdBy: actor.accountId || null, createdAt: now() },
    });
    // The secret is sealed for the ID, which only the stored row has.
    const { secret, sealed } = newSecret(endpoint.id);
    await WebhookEndpoint.update({ secret: sealed }, { where: { id: endpoint.id } });
    const after = byHost({ ...fields, enabled: true });
    changed({ record: "webhookEndpoint", id: endpoint.id, before: null, after });
    return { ...(await findEndpoint(actor, endpoint.id)), secret: format === "signed" ? secret : null };
  },
});

/** The values as logs and the audit keep them: of the address only the host, because the path may be a secret. */
function byHost<T extends { url?: string | undefined }>(values: T): T {
  return values.url === undefined ? values : { ...values, url: hostOf(values.url) };
}

const newSecret = (id: number) => {
  const secret = newScannableToken(PREFIX);
  return { secret, sealed: seal(secret, secretContext(id)) };
};

/**
 * Saves an endpoint. Fields that are left out keep their value. Enabling it forgets its failures and sends the waiting
 * events. One that ended with its maker's access is enabled by superadmins only.
 */
export const update = command({
  name: "webhooks.update",
  does: "change webhook endpoints",
  allow: mayManage,
  type: "UPDATE",
  confirmed: true,
  input: z.object({
    id: Id,
    name: OptionalField(Name),
    url: OptionalField(Url),
    events: OptionalField(Events),
    enabled: OptionalField(Flag),
    version: Version,
  }),
  output: EndpointOutput,
  current: ({ actor }, { id }) => findEndpoint(actor, id),
  audited: (_call, { id }) => auditKey("webhookEndpoint", id),
  logged: byHost,
  async run({ actor, changed }, { id, version, events, ...fields }) {
    const endpoint = await findOneVisible(WebhookEndpoint, actor, id, { lock: true });
    if (fields.url !== undefined) requireAddress(fields.url, endpoint.format, isOfNetwork(endpoint));
    const before = auditedFields(endpoint);
    const isEnabled = fields.enabled === true && !endpoint.enabled;
    if (isEnabled && endpoint.disabledReason === "maker" && !hasRole(actor, "superadmin"))
      throw invalid({ enabled: ["Only a superadmin can enable this webhook again."] });
    const isMoved = fields.url !== undefined && fields.url !== endpoint.url;
    await saveVersioned(endpoint, version, {
      ...fields,
      // Its maker is who chose the address: the endpoint ends with their access.
      ...(isMoved && { createdBy: actor.accountId || null }),
      ...(events && { events: eventsOf(endpoint.format, events) }),
      ...(isEnabled && { disabledAt: null, disabledReason: null, failingSince: null, nextTryAt: null, tries: 0 }),
    });
    const changes = difference(before, auditedFields(endpoint));
    if (changes)
      changed({ record: "webhookEndpoint", id, before: byHost(changes.before), after: byHost(changes.after) });
    return findEndpoint(actor, id);
  },
});

const auditedFields = ({ companyId, agentId, format, name, url, events, enabled }: WebhookEndpoint) => ({
  ...{ companyId, agentId, format, name, url, events: [...events], enabled },
});

/** Deletes an endpoint with its events and their attempts. */
export const remove = command({
  name: "webhooks.remove",
  does: "delete webhook endpoints",
  allow: mayManage,
  type: "DELETE",
  confirmed: true,
  input: z.object({ id: Id }),
  output: Deleted,
  async run({ actor, changed }, { id }) {
    const endpoint = await findOneVisible(WebhookEndpoint, actor, id, { lock: true });
    await endpoint.destroy();
    changed({ record: "webhookEndpoint", id, before: byHost(auditedFields(endpoint)), after: null });
    return { deleted: 1 };
  },
});

/** Makes a new secret and returns it this once. The previous one signs beside it for 24 hours. */
export const rotateSecret = command({
  name: "webhooks.rotateSecret",
  does: "rotate secrets of webhook endpoints",
  allow: mayManage,
  type: "UPDATE",
  confirmed: true,
  input: z.object({ id: Id }),
  output: z.object({ id: z.int(), secret: z.string(), rotatedAt: z.string() }),
  async run({ actor, changed }, { id }) {
    const endpoint = await findOneVisible(WebhookEndpoint, actor, id, { lock: true });
    if (endpoint.format === "postback") throw conflict("A postback is not signed. It has no secret.");
    const { secret, sealed } = newSecret(id);
    const [rotatedAt, before] = [now(), endpoint.rotatedAt];
    await endpoint.update({ secret: sealed, previousSecret: endpoint.secret, rotatedAt });
    changed({ record: "webhookEndpoint", id, before: { rotatedAt: before }, after: { rotatedAt } });
    return { id, secret, rotatedAt: isoTime(rotatedAt) };
  },
});

/**
 * Sends a test, before all others and only once: of an event, its example data marked as a test; otherwise an event of the
 * kind "test" without data.
 */
export const test = command({
  name: "webhooks.test",
  does: "test webhook endpoints",
  allow: mayManage,
  type: "CREATE",
  input: z.object({
    id: Id,
    event: Filter(
      z
        .enum(WEBHOOK_EVENTS, "Please choose an event from the list.")
        .describe("The event to send an example of. Without it, an event `test` without data is sent."),
    ),
  }),
  output: z.object({ id: z.int() }),
  async run({ actor, changed }, { id: endpointId, event }) {
    const endpoint = await findOneVisible(WebhookEndpoint, actor, endpointId, { lock: true });
    requireEnabled(endpoint);
    if (event && endpoint.format === "postback") requirePostbackEvent(event);
    if ((await WebhookDelivery.count({ where: { endpointId, event: TEST_EVENT, state: "waiting" } })) > 0)
      throw conflict("A test is on its way. Please wait for its result.");
    const data: TestData = event ? { of: event, network: isOfNetwork(endpoint) } : {};
    const { id } = await WebhookDelivery.create({ endpointId, event: TEST_EVENT, data });
    await sendSoon(endpoint);
    changed({ record: "webhookEndpoint", id: endpointId, before: { test: null }, after: { test: eventId(id) } });
    return { id };
  },
});
