import type { z } from "zod";

/**
 * The only entry point to server/: its modules and the shared request code. Nothing else in app/ imports from server/.
 */
export * as admins from "../server/admins";
export * as agents from "../server/agents";
export * as alerts from "../server/alerts";
export * as approvals from "../server/approvals";
export * as blacklist from "../server/blacklist";
export * as doctor from "../server/doctor";
export * as domains from "../server/domains";
export * as fees from "../server/fees";
export * as home from "../server/home";
export * as identity from "../server/identity";
export * as messages from "../server/messages";
export * as migration from "../server/migration";
export * as claims from "../server/claims";
export * as links from "../server/links";
export * as logs from "../server/logs";
export * as manuals from "../server/manuals";
export * as news from "../server/news";
export * as offices from "../server/offices";
export * as options from "../server/options";
export * as payouts from "../server/payouts";
export * as payroll from "../server/payroll";
export * as reports from "../server/reports";
export * as search from "../server/search";
export * as signals from "../server/signals";
export * as sites from "../server/sites";
export * as types from "../server/types";
export * as uploads from "../server/uploads";
export * as views from "../server/views";
export * as webhooks from "../server/webhooks";
export * as maintenance from "../server/maintenance";

export { abilities, type Abilities, suggestPassword } from "../server/accounts";
export { brand } from "../server/kernel/process/brand";
export { now } from "../server/kernel/time/now";
export { config } from "../server/kernel/process/config";
export { BYTE_ORDER_MARK, CsvText } from "../server/kernel/operation/csv";
export { isUnreachable } from "../server/kernel/database/transactions";
export { bearerToken, isStrict } from "../server/kernel/net/request-headers";
export { isHttps } from "../server/kernel/net/security-headers";
export { Html } from "../server/kernel/operation/html";
export { logError } from "../server/kernel/process/log";
export { isOwnOrigin } from "../server/kernel/net/urls";
export type {
  AnyOperation,
  AnyStream,
  CallOrigin,
  Operation,
  StreamOperation,
} from "../server/kernel/operation/operation";
export { COMPARE } from "../server/kernel/operation/audit";
export { logRefused, perform, performStream } from "../server/kernel/operation/perform";
export { fieldsOf, unwrap, unwrapOnce } from "../server/kernel/operation/schema-fields";
export { nestFields, textSchema, withTextInput } from "../server/kernel/operation/text-input";
export { performTogether } from "../server/kernel/operation/perform-together";
export * as periods from "../server/trade/periods";
export * as time from "../server/kernel/time";
export {
  conflict,
  type FieldMessages,
  forbidden,
  invalid,
  invalidForm,
  invalidToken,
  noSuch,
  notFound,
  Refusal,
  unavailable,
} from "../server/kernel/operation/refusal";
export type { Effect, DryRun } from "../server/kernel/operation/dry-run";
export { type Actor, anyone, type Area, areas, type Caller } from "../server/kernel/operation/roles";
export { sessionSecretsIn } from "../server/kernel/process/secret-settings";
export { newToken, unsealForAccount, sealForAccount } from "../server/kernel/process/secrets";
export { BufferedResponse } from "../server/kernel/net/buffered-response";
export {
  describeOutcome,
  nextPrice,
  removeAgent,
  readReceipt,
  replayPostback,
  replayPostbacks,
  replayScreen,
  tryPostback,
  tryPostbackScreen,
  resolveFlag,
  hasSpooledRecords,
} from "../server/tracking";

/** The answer of an operation. Components take the types of their rows and records from it. */
export type Output<Performed extends { output: z.ZodType }> = z.output<Performed["output"]>;
