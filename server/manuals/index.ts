/** Manuals: how to sell each site. Superadmins write them; everyone can read those of the sites that they may see. */
export { availableSites } from "./available-sites";
export { create } from "./create";
export { createScreen, editScreen } from "./form-screen";
export { howToSell } from "./how-to-sell";
export { list } from "./list";
export { listScreen } from "./list-screen";
export { read } from "./read";
export { remove } from "./remove";
export { update } from "./update";
