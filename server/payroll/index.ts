/** The pay of agents: tiers, amounts in pesos and dollars, pay periods, ledger and statements. */
export { atTier, bonusPesos, ratedEvents, ratedPesos, salePesos, tierDollars } from "./tiers";
export { close, freeze } from "./close";
export { closeScreen } from "./close-screen";
export { agentNow, type Line, linesOf, names, pricedLines, totalUpTo, type Whose } from "./lines";
export { pay, settle } from "./pay";
export { payScreen } from "./pay-screen";
export { periodScreen } from "./period-screen";
export { allPeriods, findPeriod, periodName } from "./periods";
export { sealOf } from "./close";
export { periodsScreen } from "./periods-screen";
export { searchLedger } from "./ledger";
export { searchPeriods } from "./periods";
export { avpTiers } from "./tiers";
export { statement, statementExport, statementScreen } from "./statements";
export { writeLine, writeLineNamed } from "./write-line";
