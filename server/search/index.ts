/** The search in the header: people, offices, sites, links, clicks, sales and postbacks by any of their names. */
export { find } from "./find";
