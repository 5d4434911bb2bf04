export { explain } from "./explain";
export { explainScreen } from "./screen";
