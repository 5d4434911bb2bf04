import type { Sequelize } from "sequelize";
import { Domain } from "./domain";
import { Account } from "./account";
import { Office } from "./office";
import { Agent } from "./agent";
import { AgentOffice } from "./agent-office";
import { Admin } from "./admin";
import { RemoteToken } from "./remote-token";
import { Session } from "./session";
import { Authenticator } from "./authenticator";
import { RecoveryCode } from "./recovery-code";
import { PasswordReset } from "./password-reset";
import { UsedCaptcha } from "./used-captcha";
import { SignInFailure } from "./sign-in-failure";
import { IdempotencyKey } from "./idempotency-key";
import { SavedForm } from "./saved-form";
import { ColumnChoice } from "./column-choice";
import { StoredKey } from "./stored-key";
import { Option } from "./option";
import { Site } from "./site";
import { SiteFlags } from "./site-flags";
import { SiteSecret } from "./site-secret";
import { SiteDeveloperLink } from "./site-developer-link";
import { Type } from "./type";
import { Price } from "./price";
import { AvpTier } from "./avp-tier";
import { AvpChange } from "./avp-change";
import { OfficeSite } from "./office-site";
import { AgentSite } from "./agent-site";
import { BlackListChange } from "./black-list-change";
import { BlackListEntry } from "./black-list-entry";
import { LinkState } from "./link-state";
import { Click } from "./click";
import { ClickBatch } from "./click-batch";
import { ClickUnique } from "./click-unique";
import { UserAgent } from "./user-agent";
import { SaleEvent } from "./sale-event";
import { PostbackKey } from "./postback-key";
import { Postback } from "./postback";
import { PostbackRefusal } from "./postback-refusal";
import { StatsDelta } from "./stats-delta";
import { StatsDayGeo } from "./stats-day-geo";
import { StatsDay } from "./stats-day";
import { StatsHalfGeo } from "./stats-half-geo";
import { StatsHalf } from "./stats-half";
import { StatsAgentHalfGeo } from "./stats-agent-half-geo";
import { StatsAgentHalf } from "./stats-agent-half";
import { ClicksByDayGeo } from "./clicks-by-day-geo";
import { ClicksByDay } from "./clicks-by-day";
import { HitsByDay } from "./hits-by-day";
import { HitsByHalf } from "./hits-by-half";
import { PayPeriod } from "./pay-period";
import { LedgerLine } from "./ledger-line";
import { PaymentRun } from "./payment-run";
import { Payment } from "./payment";
import { PaymentHold } from "./payment-hold";
import { PayoutDetails } from "./payout-details";
import { AuditRow } from "./audit-row";
import { CommonLogRow } from "./common-log-row";
import { LoginLogRow } from "./login-log-row";
import { ChatLog } from "./chat-log";
import { SiteManual } from "./site-manual";
import { News } from "./news";
import { Alert } from "./alert";
import { Image } from "./image";
import { WebhookEndpoint } from "./webhook-endpoint";
import { WebhookDelivery } from "./webhook-delivery";
import { WebhookAttempt } from "./webhook-attempt";
import { LegacyAgent } from "./legacy-agent";
import { LegacyLink } from "./legacy-link";
import { MaintenanceRun } from "./maintenance-run";
import { Heartbeat } from "./heartbeat";
import { LastWrite } from "./last-write";

export { Domain } from "./domain";
export { Account, type StatusChange, type StatusChangeResult, type StatusChangeContext } from "./account";
export { Office } from "./office";
export { Agent } from "./agent";
export { AgentOffice } from "./agent-office";
export { Admin } from "./admin";
export { RemoteToken } from "./remote-token";
export { Session } from "./session";
export { Authenticator } from "./authenticator";
export { RecoveryCode } from "./recovery-code";
export { PasswordReset } from "./password-reset";
export { UsedCaptcha } from "./used-captcha";
export { SignInFailure } from "./sign-in-failure";
export { IdempotencyKey } from "./idempotency-key";
export { SavedForm } from "./saved-form";
export { ColumnChoice } from "./column-choice";
export { StoredKey } from "./stored-key";
export { Option } from "./option";
export { Site } from "./site";
export { SiteFlags } from "./site-flags";
export { SiteSecret } from "./site-secret";
export { SiteDeveloperLink } from "./site-developer-link";
export { Type } from "./type";
export { Price } from "./price";
export { AvpTier } from "./avp-tier";
export { AvpChange } from "./avp-change";
export { OfficeSite } from "./office-site";
export { AgentSite } from "./agent-site";
export { BlackListChange } from "./black-list-change";
export { BlackListEntry } from "./black-list-entry";
export { LinkState } from "./link-state";
export { Click } from "./click";
export { ClickBatch } from "./click-batch";
export { ClickUnique } from "./click-unique";
export { UserAgent } from "./user-agent";
export { SaleEvent } from "./sale-event";
export { PostbackKey } from "./postback-key";
export { Postback } from "./postback";
export { PostbackRefusal } from "./postback-refusal";
export { StatsDelta } from "./stats-delta";
export { StatsDayGeo } from "./stats-day-geo";
export { StatsDay } from "./stats-day";
export { StatsHalfGeo } from "./stats-half-geo";
export { StatsHalf } from "./stats-half";
export { StatsAgentHalfGeo } from "./stats-agent-half-geo";
export { StatsAgentHalf } from "./stats-agent-half";
export { ClicksByDayGeo } from "./clicks-by-day-geo";
export { ClicksByDay } from "./clicks-by-day";
export { HitsByDay } from "./hits-by-day";
export { HitsByHalf } from "./hits-by-half";
export { PayPeriod } from "./pay-period";
export { LedgerLine } from "./ledger-line";
export { PaymentRun } from "./payment-run";
export { Payment } from "./payment";
export { PaymentHold } from "./payment-hold";
export { PAYOUT_METHODS, type PayoutMethod, PayoutDetails } from "./payout-details";
export { AuditRow } from "./audit-row";
export { CommonLogRow } from "./common-log-row";
export { LoginLogRow } from "./login-log-row";
export { ChatLog } from "./chat-log";
export { SiteManual } from "./site-manual";
export { News } from "./news";
export { Alert } from "./alert";
export { Image } from "./image";
export { WebhookEndpoint, type WebhookFormat } from "./webhook-endpoint";
export { WebhookDelivery } from "./webhook-delivery";
export { WebhookAttempt } from "./webhook-attempt";
export { LegacyAgent, type LegacyCode } from "./legacy-agent";
export { LegacyLink } from "./legacy-link";
export { MaintenanceRun } from "./maintenance-run";
export { Heartbeat } from "./heartbeat";
export { LastWrite } from "./last-write";

/** Every model. */
export const models = [
  Domain,
  Account,
  Office,
  Agent,
  AgentOffice,
  Admin,
  RemoteToken,
  Session,
  Authenticator,
  RecoveryCode,
  PasswordReset,
  UsedCaptcha,
  SignInFailure,
  IdempotencyKey,
  SavedForm,
  ColumnChoice,
  StoredKey,
  Option,
  Site,
  SiteFlags,
  SiteSecret,
  SiteDeveloperLink,
  Type,
  Price,
  AvpTier,
  AvpChange,
  OfficeSite,
  AgentSite,
  BlackListChange,
  BlackListEntry,
  LinkState,
  Click,
  ClickBatch,
  ClickUnique,
  UserAgent,
  SaleEvent,
  PostbackKey,
  Postback,
  PostbackRefusal,
  StatsDelta,
  StatsDayGeo,
  StatsDay,
  StatsHalfGeo,
  StatsHalf,
  StatsAgentHalfGeo,
  StatsAgentHalf,
  ClicksByDayGeo,
  ClicksByDay,
  HitsByDay,
  HitsByHalf,
  PayPeriod,
  LedgerLine,
  PaymentRun,
  Payment,
  PaymentHold,
  PayoutDetails,
  AuditRow,
  CommonLogRow,
  LoginLogRow,
  ChatLog,
  SiteManual,
  News,
  Alert,
  Image,
  WebhookEndpoint,
  WebhookDelivery,
  WebhookAttempt,
  LegacyAgent,
  LegacyLink,
  MaintenanceRun,
  Heartbeat,
  LastWrite,
] as const;

/** Defines every model and its associations on `sequelize`. Call it again after opening another database. */
export function initModels(sequelize: Sequelize): void {
  for (const model of models) model.define(sequelize);
  for (const model of models) if ("relate" in model) model.relate();
}
