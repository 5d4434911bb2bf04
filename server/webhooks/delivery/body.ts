import type { WebhookDelivery } from "~models";

type Event = Pick<WebhookDelivery, "id" | "event" | "createdAt" | "data">;

/** The body of a signed event. It is the same at every attempt. */
export const bodyOf = ({ id, event, createdAt, data }: Event): string =>
  JSON.stringify({ id: eventId(id), type: event, createdAt: createdAt.toISOString(), data });

/** By this ID receivers recognize an event that they already have. */
export const eventId = (deliveryId: number): string => `evt_${deliveryId}`;
