/** Maintenance of the product, and its health. */
export { health } from "./health";
export { type Figures, type Kind, noteUpkeep } from "./note";
export { keptFrom, type Months, purge, type Purged } from "./purge";
