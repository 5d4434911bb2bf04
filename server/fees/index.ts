/** What offices are paid for links where it is not what everybody is paid: custom payments. */
export { exportFees } from "./export";
export { importFees, rehearse } from "./import";
export { list } from "./list";
export { save } from "./save";
export { feesScreen } from "./screen";
