/** The cost of payroll at other prices and tiers, computed from the roll-ups. */
export { linkWhatIfExport, tiersWhatIfExport } from "./export";
export { linkWhatIf } from "./link";
export { tiersWhatIf } from "./tiers";
