/** Events for other systems: endpoints, and what is sent to them. */
export { claim, deleteOldDeliveries, deliverTo, startDelivering } from "./delivery/deliver";
export { countDisabled } from "./disabled";
export { secretContext } from "./delivery/signature";
