/** Faults that rules find in the figures: sites without clicks or sales, refused postbacks, shared destinations and so on. */
export { countOpenSignals, evaluateSignals } from "./evaluate";
export { acknowledge, countOpen, listScreen, read, search } from "./operations";
