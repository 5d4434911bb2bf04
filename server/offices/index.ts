/** Offices (companies) and what they share with their agents. */
export { create } from "./save";
export { createScreen, editScreen } from "./form-screen";
export { listScreen } from "./list-screen";
export { named } from "./pick";
export { PeopleChoices, peopleChoices } from "./pick";
export { pick, listOfficeOptions as listOfficeOptions } from "./pick";
export { read } from "./office";
export { requireOffice } from "./office";
export { search } from "./search";
export { setStatus } from "./set-status";
export { sites, sitesScreen } from "./sites";
export { update } from "./save";
