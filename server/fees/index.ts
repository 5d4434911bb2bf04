/** Custom payments: what an office is paid for a link if it differs from the link's defaults. */
export { exportFees, feesScreen, list } from "./screen";
export { importFees, dryRun } from "./import";
export { ofOffice } from "./of-office";
export { save } from "./save";
