import type { Sequelize } from "sequelize";
import * as list from "./list";

export * from "./list";
export type { StatusChange, StatusChangeResult, StatusChangeContext } from "./account";
export { CLAIM_STATES, type ClaimState } from "./claim";
export type { LegacyCode } from "./legacy-agent";
export { PAYOUT_METHODS, type PayoutMethod } from "./payout-details";
export { VIEW_MAILS, type ViewMail } from "./saved-view";
export type { WebhookFormat } from "./webhook-endpoint";
export { SIGNAL_KINDS, type SignalKind } from "./signal";

/**
 * Every model. Tables that only hand-written SQL fills have none: their columns are in the migrations, their purposes in
 * docs/architecture.md.
 */
export const models = Object.values(list);

/** Defines every model and its associations on `sequelize`. Call it again after opening another database. */
export function initModels(sequelize: Sequelize): void {
  for (const model of models) model.define(sequelize);
  for (const model of models) if ("relate" in model) model.relate();
}
