/** The list of balances before a half-month is paid. */
export { payPreviewExport } from "./export";
export { payPreview } from "./screen";
