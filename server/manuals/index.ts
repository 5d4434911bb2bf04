/** Manuals: how to sell each site. Superadmins write them; everyone can read those of the sites that they may see. */
export { availableSites } from "./available-sites";
export { create } from "./operations";
export { createScreen, editScreen } from "./form-screen";
export { howToSell } from "./how-to-sell";
export { list } from "./operations";
export { listScreen } from "./list-screen";
export { read } from "./operations";
export { remove } from "./operations";
export { update } from "./operations";
