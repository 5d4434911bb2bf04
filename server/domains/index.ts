/** Preferred domains: the domains of an office's links. */
export { confirmScreen } from "./confirm-screen";
export { create } from "./operations";
export { list } from "./operations";
export {
  defaultDomain as defaultDomain,
  type PreferredDomain,
  listDomainOptions as listDomainOptions,
} from "./operations";
export { read } from "./operations";
export { setStatus } from "./operations";
export { update } from "./operations";
