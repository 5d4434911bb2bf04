/** What agents are paid: tiers, pesos and dollars of what they sold, pay periods, ledger and statements. */
export { bonusPesos, rowDollars, salePesos, sumOfDollars } from "./amounts";
export { agentNow, type Line, linesOf, names, pricedLines, totalUpTo, type Whose } from "./lines";
export { avpTiers, halfOf, schedule, tierHolds } from "./tiers";
