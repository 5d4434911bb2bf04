/** Offices (companies) and what they share with their agents. */
export { confirmScreen } from "./confirm-screen";
export { create, update } from "./save";
export { createScreen, editScreen } from "./form-screen";
export { listScreen } from "./list-screen";
export { listOfficeOptions, PeopleChoices, peopleChoices, pick } from "./pick";
export { card, chosen, read, requireOffice, showPassword } from "./office";
export { search } from "./search";
export { setStatus } from "./set-status";
export { sites, sitesScreen } from "./sites";
