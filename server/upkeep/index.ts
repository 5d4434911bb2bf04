/** What keeps the product sound, and how it stands. */
export { health } from "./health";
export { type Figures, type Kind, noteUpkeep } from "./note";
export { keptFrom, type Months, purge, type Purged } from "./purge";
