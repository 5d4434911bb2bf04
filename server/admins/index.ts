/** Admins: the people who administer offices, agents, sites and settings. */
export { create } from "./create";
export { list } from "./list";
export { read } from "./read";
export { update } from "./update";
