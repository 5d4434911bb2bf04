/** The pay of agents: tiers, amounts in pesos and dollars, pay periods, ledger and statements. */
export { atTier, bonusPesos, ratedEvents, ratedPesos, salePesos, tierDollars } from "./tiers";
export { close, freeze } from "./close";
export { closeScreen } from "./close-screen";
export {
  currentAgentName as currentAgentName,
  type Line,
  linesOf,
  nameJoins as nameJoins,
  pricedLines,
  readTotalUpTo as readTotalUpTo,
  type LineFilter as LineFilter,
} from "./lines";
export { pay, settle } from "./pay";
export { payScreen } from "./pay-screen";
export { periodScreen } from "./period-screen";
export { allPeriods, findPeriod, periodName } from "./periods";
export { computePeriodHash as computePeriodHash } from "./close";
export { periodsScreen } from "./periods-screen";
export { searchLedger } from "./ledger";
export { searchPeriods } from "./periods";
export { avpTiers } from "./tiers";
export { statement, statementExport, statementScreen } from "./statements";
export { writeLine, writeLineByUsername as writeLineByUsername } from "./write-line";
