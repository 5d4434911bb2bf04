/** Preferred domains: the domains of an office's links. */
export { confirmScreen } from "./confirm-screen";
export { create } from "./create";
export { list } from "./list";
export { firstDomain, type PreferredDomain, pickedDomains } from "./pick";
export { read } from "./read";
export { setStatus } from "./set-status";
export { update } from "./update";
