/** Offices (companies) and what they share with their agents. */
export { create } from "./create";
export { createScreen, editScreen } from "./form-screen";
export { listScreen } from "./list-screen";
export { named } from "./named";
export { PeopleChoices, peopleChoices } from "./people-choices";
export { pick, pickedOffices } from "./pick";
export { read } from "./read";
export { requireOffice } from "./require-office";
export { search } from "./search";
export { setStatus } from "./set-status";
export { sites, sitesScreen } from "./sites";
export { update } from "./update";
