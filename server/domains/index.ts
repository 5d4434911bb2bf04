/** Preferred domains: the domains of an office's links. */
export { confirmScreen } from "./confirm-screen";
export { create } from "./operations";
export { list } from "./operations";
export { firstDomain, type PreferredDomain, pickedDomains } from "./operations";
export { read } from "./operations";
export { setStatus } from "./operations";
export { update } from "./operations";
