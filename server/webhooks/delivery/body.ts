import type { WebhookDelivery } from "~models";
import { TEST_EVENT, type WebhookEvent } from "../../trade/outbox/events";
import { exampleOf } from "../examples";

type Event = Pick<WebhookDelivery, "id" | "event" | "createdAt" | "data">;

/** The stored data of a test of an event. A plain test has none. */
export type TestData = { of?: WebhookEvent; network?: boolean };

/** The kind and data of an event as they are sent. A test of an event has its kind, example data and a mark. */
export function contentOf({ event, data }: Pick<Event, "event" | "data">) {
  const test: TestData = event === TEST_EVENT ? data : {};
  const { of, network = false } = test;
  return of ? { type: of, test: true, data: exampleOf(of, network) } : { type: event, data };
}

/** The body of a signed event. It is the same at every attempt. */
export function bodyOf({ id, createdAt, event, data }: Event): string {
  const { type, ...content } = contentOf({ event, data });
  return JSON.stringify({ id: eventId(id), type, createdAt: createdAt.toISOString(), ...content });
}

/** By this ID receivers recognize an event that they already have. */
export const eventId = (deliveryId: number): string => `evt_${deliveryId}`;
