/** Offices (companies) and what they share with their agents. */
export { pick, pickedOffices } from "./pick";
export { requireOffice } from "./require-office";
