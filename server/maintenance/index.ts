/** Maintenance of the product, and its health. */
export { health } from "./health";
export { type Figures, type Kind, recordMaintenance } from "./runs";
export { retentionStart, type Months, purge, type Purged } from "./purge";
