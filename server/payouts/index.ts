/** Payout details: how agents and offices are paid. */
export { contextOf as detailsContext, maySeeDetails, openDetails, PayoutMethod } from "./details";
export { AgentPayout, type FullAgentPayout, hasPayout, isChangedRecently, payoutJoin, payoutsOf } from "./of-agents";
export { readAgent, readOffice, readOwn, saveAgent, saveOffice, saveOwn } from "./operations";
