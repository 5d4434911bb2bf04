import { expect } from "vitest";
import { WebhookAttempt, WebhookDelivery, WebhookEndpoint } from "~models";
import { deliveries, read, sendAgain, update } from "../../../server/webhooks";
import { ask, refused } from "../../reports/ask";
import { anOffice } from "../../world/builders";
import { test } from "../../world/rollback";
import { anEndpoint } from "./world";

const AT = new Date("2026-03-01T17:00:00Z");
const attempt = (deliveryId: number, given: object = {}) => ({
  ...{ deliveryId, at: AT, url: "https://example.org/hook", headers: { "Webhook-Id": `evt_${deliveryId}` } },
  ...{ status: 204, error: null, answer: "", ms: 12, ...given },
});

async function anEndpointWithDeliveries() {
  const office = await anOffice();
  const { id: endpointId } = await anEndpoint({ companyId: office.id });
  const add = (event: string, given: object = {}) =>
    WebhookDelivery.create({ endpointId, event, data: { id: 7 }, createdAt: AT, ...given });
  const sold = await add("sale.accepted", { state: "delivered", deliveredAt: AT });
  const tested = await add("test", { state: "failed", data: {} });
  const priced = await add("price.changed");
  await WebhookAttempt.create(attempt(sold.id, { status: 500, answer: "Down" }));
  await WebhookAttempt.create(attempt(sold.id));
  await WebhookAttempt.create(attempt(tested.id, { status: null, error: "ECONNREFUSED: refused", answer: null }));
  return { actor: office.actor, endpointId, sold, tested, priced };
}

test("deliveries are listed newest first, by state and event, each with its attempts in order", async () => {
  const { actor, endpointId: id, sold, tested, priced } = await anEndpointWithDeliveries();
  const { items, total } = await ask(deliveries, actor, { id });
  expect(total).toBe(3);
  expect(items.map((item) => item.id)).toEqual([priced.id, tested.id, sold.id]);
  expect(items[2]).toEqual({
    ...{ id: sold.id, eventId: `evt_${sold.id}`, event: "sale.accepted", state: "delivered" },
    createdAt: "2026-03-01T12:00:00.000-05:00",
    deliveredAt: "2026-03-01T12:00:00.000-05:00",
    body: `{"id":"evt_${sold.id}","type":"sale.accepted","createdAt":"2026-03-01T17:00:00.000Z","data":{"id":7}}`,
    attempts: [
      { ...shown(sold.id), status: 500, error: null, answer: "Down" },
      { ...shown(sold.id), status: 204, error: null, answer: "" },
    ],
  });
  expect(items[1]).toMatchObject({ state: "failed", attempts: [{ status: null, error: "ECONNREFUSED: refused" }] });
  expect(items[0]).toMatchObject({ state: "waiting", deliveredAt: null, attempts: [] });
  const idsOf = async (input: object) => (await ask(deliveries, actor, { id, ...input })).items.map((row) => row.id);
  expect(await idsOf({ state: "waiting" })).toEqual([priced.id]);
  expect(await idsOf({ event: "test" })).toEqual([tested.id]);
  expect(await idsOf({ event: "test", state: "waiting" })).toEqual([]);
  expect(await idsOf({ pageSize: 1, page: 2 })).toEqual([tested.id]);
  expect(await idsOf({ sortAsc: true })).toEqual([sold.id, tested.id, priced.id]);
  expect(await refused(deliveries, actor, { id, state: "lost", event: "any" })).toMatchObject({ status: 422 });
  await WebhookEndpoint.update({ format: "postback" }, { where: { id } });
  expect((await ask(deliveries, actor, { id })).items.map(({ body }) => body)).toEqual(["", "", ""]);
});

const shown = (deliveryId: number) => {
  const { deliveryId: _, ...fields } = attempt(deliveryId);
  return { ...fields, at: "2026-03-01T12:00:00.000-05:00" };
};

test("an event that is sent again waits, and the endpoint is due at once", async () => {
  const { actor, endpointId, sold } = await anEndpointWithDeliveries();
  await WebhookEndpoint.update({ nextTryAt: new Date("2099-01-01T00:00:00Z") }, { where: { id: endpointId } });
  const { version } = await ask(read, actor, { id: endpointId });
  expect(await ask(sendAgain, actor, { id: sold.id })).toEqual({ id: sold.id, endpointId });
  await sold.reload();
  expect(sold).toMatchObject({ state: "waiting", deliveredAt: null });
  expect(await ask(read, actor, { id: endpointId })).toMatchObject({ nextTryAt: null, version });
  await ask(update, actor, { id: endpointId, enabled: false });
  expect(await refused(sendAgain, actor, { id: sold.id })).toEqual({ status: 409 });
});
