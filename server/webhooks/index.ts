/** Events for other systems: endpoints, and what is sent to them. */
export { WEBHOOK_EVENTS } from "../trade/outbox/events";
export { announce, announceBegunPrices } from "./changes";
export { deliveries, deliveriesScreen, sendAgain } from "./deliveries";
export { webhookEvents } from "./event-data";
export { claim, deleteOldDeliveries, deliverTo, startDelivering } from "./delivery/deliver";
export { send } from "./delivery/send";
export { secretContext } from "./delivery/signature";
export { create, read, remove, rotateSecret, test, update } from "./operations";
export { choices, countDisabled, listScreen, ofOffice, search } from "./search";
