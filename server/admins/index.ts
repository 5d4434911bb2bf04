/** Admins: the people who administer offices, agents, sites and settings. */
export { create } from "./operations";
export { list } from "./operations";
export { read } from "./operations";
export { update } from "./operations";
