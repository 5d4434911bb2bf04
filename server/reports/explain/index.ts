export { columnsScreen } from "./columns";
export { explain } from "./explain";
export { rowScreen } from "./row";
export { explainScreen } from "./screen";
export { explainExport } from "./export";
