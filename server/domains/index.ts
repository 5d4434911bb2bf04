/** Preferred domains: the domains of an office's links. */
export { confirmScreen } from "./confirm-screen";
export {
  create,
  defaultDomain,
  list,
  listDomainOptions,
  type PreferredDomain,
  read,
  setStatus,
  update,
} from "./operations";
