/** Maintenance of the product, and its health. */
export { health } from "./health";
export { type Figures, type Kind, recordMaintenance as recordMaintenance } from "./runs";
export { retentionStart as retentionStart, type Months, purge, type Purged } from "./purge";
