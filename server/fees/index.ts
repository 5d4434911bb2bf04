/** Custom payments: what an office is paid for a link if it differs from the link's defaults. */
export { exportFees } from "./screen";
export { importFees, dryRun as dryRun } from "./import";
export { list } from "./screen";
export { save } from "./save";
export { feesScreen } from "./screen";
