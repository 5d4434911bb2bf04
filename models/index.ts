import { database } from "../server/kernel/database";
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
import { Once } from "./once";
import { KeptForm } from "./kept-form";
import { KeptKey } from "./kept-key";
import { Option } from "./option";
import { Site } from "./site";
import { SiteFlags } from "./site-flags";
import { SiteSecret } from "./site-secret";
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
import { AuditRow } from "./audit-row";
import { CommonLogRow } from "./common-log-row";
import { LoginLogRow } from "./login-log-row";
import { ChatLog } from "./chat-log";
import { SiteManual } from "./site-manual";
import { News } from "./news";
import { Alert } from "./alert";
import { Image } from "./image";
import { LegacyAgent } from "./legacy-agent";
import { LegacyLink } from "./legacy-link";
import { Upkeep } from "./upkeep";
import { Heartbeat } from "./heartbeat";
import { OwnChange } from "./own-change";

export {
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
  Once,
  KeptForm,
  KeptKey,
  Option,
  Site,
  SiteFlags,
  SiteSecret,
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
  AuditRow,
  CommonLogRow,
  LoginLogRow,
  ChatLog,
  SiteManual,
  News,
  Alert,
  Image,
  LegacyAgent,
  LegacyLink,
  Upkeep,
  Heartbeat,
  OwnChange,
};

/** Every model, each after those that it refers to. */
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
  Once,
  KeptForm,
  KeptKey,
  Option,
  Site,
  SiteFlags,
  SiteSecret,
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
  AuditRow,
  CommonLogRow,
  LoginLogRow,
  ChatLog,
  SiteManual,
  News,
  Alert,
  Image,
  LegacyAgent,
  LegacyLink,
  Upkeep,
  Heartbeat,
  OwnChange,
] as const;

/**
 * Binds the models to this process's database. Doing it again is free, also after the development server has loaded
 * new model classes; after another database was opened it binds them to that one.
 */
export function initModels(): void {
  const sequelize = database();
  if (models.every((model) => model.sequelize === sequelize)) return;
  for (const model of models) model.define(sequelize);
  for (const model of models) if ("relate" in model) model.relate();
}
