/** Admins: the people who administer offices, agents, sites and settings. */
export { create, list, read, update } from "./operations";
