import { passwordContext } from "../accounts";
import { keptForms, twoStep } from "../identity";
import { type Statement, identifier, join } from "../kernel/database/sql";
import { answerContext } from "../kernel/operation/idempotency";
import { keyContext } from "../kernel/process/secrets";
import { mailContext } from "../mail";
import { legacyPasswordContext } from "../migration";
import { detailsContext } from "../payouts";
import { destinationContext } from "../payroll";
import { secretContext } from "../webhooks";

type Value = string | number | Buffer;
/** The columns of a row that identify it and its owner. */
export type Owner = Record<string, Value>;

export type SealedColumn = {
  table: string;
  column: string;
  /** The primary key. */
  key: readonly string[];
  /** The owner to which a value is bound. It consists of columns of the primary key and of `with`. */
  context: (owner: Owner) => string;
  with?: readonly string[];
  /** The values, for findings and reports. */
  says: string;
  /** The owner for an example, such as "account 5". */
  holder: (owner: Owner) => string;
};

const number = (value: Value | undefined): number => Number(value);
const text = (value: Value | undefined): string => String(value);

const named =
  (name: string, column: string) =>
  (owner: Owner): string =>
    `${name} ${text(owner[column])}`;

/** Every column of the database whose values are sealed. A test compares it with the schema. */
export const sealedColumns: readonly SealedColumn[] = [
  {
    ...{
      table: "kept_keys",
      column: "sealed",
      key: ["name"],
      says: "Keys in the database",
      holder: named("the key", "name"),
    },
    context: ({ name }) => keyContext(text(name)),
  },
  {
    ...{
      table: "accounts",
      column: "password_sealed",
      key: ["id"],
      says: "Encrypted passwords",
      holder: named("account", "id"),
    },
    context: ({ id }) => passwordContext(number(id)),
  },
  ...["secret_sealed", "next_secret_sealed"].map((column) => ({
    ...{ table: "authenticators", column, key: ["account_id"], says: "Secrets of authenticator apps" },
    holder: named("account", "account_id"),
    context: ({ account_id }: Owner) => twoStep.sealContext(number(account_id)),
  })),
  {
    ...{
      table: "payout_details",
      column: "sealed",
      key: ["id"],
      with: ["account_id"],
      says: "Payout details",
      holder: named("account", "account_id"),
    },
    context: ({ account_id }) => detailsContext(number(account_id)),
  },
  {
    ...{
      table: "payments",
      column: "payout_sealed",
      key: ["run_id", "agent_id"],
      says: "Destinations of payments",
      holder: ({ run_id, agent_id }) => `agent ${text(agent_id)} in run ${text(run_id)}`,
    },
    context: ({ run_id, agent_id }) => destinationContext({ runId: number(run_id), agentId: number(agent_id) }),
  },
  ...["secret", "previous_secret"].map((column) => ({
    ...{ table: "webhook_endpoints", column, key: ["id"], says: "Secrets of webhooks", holder: named("webhook", "id") },
    context: ({ id }: Owner) => secretContext(number(id)),
  })),
  {
    ...{
      table: "legacy_agents",
      column: "password_sealed",
      key: ["legacy_id"],
      says: "Passwords of the older system",
      holder: named("legacy agent", "legacy_id"),
    },
    context: ({ legacy_id }) => legacyPasswordContext(text(legacy_id)),
  },
  {
    ...{
      table: "kept_forms",
      column: "sealed",
      key: ["hash"],
      with: ["account_id"],
      says: "Kept forms",
      holder: named("account", "account_id"),
    },
    context: ({ account_id }) => keptForms.sealContext(number(account_id)),
  },
  {
    ...{ table: "mails", column: "sealed", key: ["id"], says: "Waiting mails", holder: named("mail", "id") },
    context: () => mailContext,
  },
  {
    ...{
      table: "once",
      column: "answer",
      key: ["account_id", "key"],
      says: "Answers for repeated requests",
      holder: named("account", "account_id"),
    },
    context: ({ account_id, key }) => answerContext({ accountId: number(account_id), key: text(key) }),
  },
];

/** The names of columns, with commas between them. */
export const namesOf = (columns: readonly string[]): Statement => join(columns.map(identifier));

export const selectedColumns = ({ key, with: more = [] }: SealedColumn): Statement => namesOf([...key, ...more]);
