/** Maintenance of the product, and its health. */
export { health } from "./health";
export { pendingPostbacks } from "./parts";
export { type Figures, type Kind, lastMaintenance, recordMaintenance } from "./runs";
export { lastRunWarnings, runWarnings } from "./warnings";
export { retentionStart, type Months, purge, type Purged } from "./purge";
