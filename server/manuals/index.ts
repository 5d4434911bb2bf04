/** Manuals: how to sell each site. Superadmins write them; everyone can read those of the sites that they may see. */
export { availableSites } from "./available-sites";
export { create, list, read, remove, update } from "./operations";
export { createScreen, editScreen, ofSite } from "./form-screen";
export { howToSell } from "./how-to-sell";
export { listScreen } from "./list-screen";
