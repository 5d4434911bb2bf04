/** Admins: the people who administer offices, agents, sites and settings. */
export { create, list, read, showPassword, update } from "./operations";
