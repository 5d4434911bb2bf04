export { explain } from "./explain";
export { rowScreen } from "./row";
export { explainScreen } from "./screen";
