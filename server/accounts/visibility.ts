import {
  type Attributes,
  col,
  type FindOptions,
  fn,
  type Model,
  type ModelStatic,
  Op,
  type Order,
  Transaction,
  where,
  type WhereOptions,
} from "sequelize";
import { type Account, Agent, Office, Site } from "~models";
import { all, always, column, sql, type Statement } from "../kernel/database/sql";
import { USERNAME } from "../kernel/operation/input";
import { noSuch } from "../kernel/operation/refusal";
import { type Actor, hasRole, type Rule } from "../kernel/operation/roles";
import { brand } from "../kernel/process/brand";

/**
 * Visibility rules as conditions for WHERE. The parameters are the table aliases in the statement: `agents` or
 * `offices`, each joined with its `accounts`.
 */

/** The rule of `Agent.visibleTo`. */
export const agentsVisible = (actor: Actor, agents = sql`agents`, accounts = sql`accounts`): Statement =>
  all([sql`${accounts}.deleted_at IS NULL`, ...equal(Agent, Agent.ownScope(actor), agents)]);

/** The rule of `Office.visibleTo`. */
export const officesVisible = (actor: Actor, offices = sql`offices`, accounts = sql`accounts`): Statement =>
  all([sql`${accounts}.deleted_at IS NULL`, ...equal(Office, Office.ownScope(actor), offices)]);

/** Turns attribute values of a model into conditions on its columns. */
const equal = (model: typeof Agent | typeof Office, where: Record<string, number>, table: Statement): Statement[] =>
  Object.entries(where).map(([name, value]) => sql`${table}.${column(model, name)} = ${value}`);

/** An extra condition for lists and pickers: actors without `showSuspend` do not see suspended accounts. */
export const listable = (actor: Actor, accounts = sql`accounts`): Statement =>
  actor.showSuspend ? always : sql`${accounts}.active`;

/**
 * Condition on rows of clicks, events, statistics and logs. Agents see their own rows, managers the rows of their
 * office, which is the office stored with the row. Admins see all rows.
 */
export function ownRows(actor: Actor, columns: { agent: Statement; company: Statement }): Statement {
  if (hasRole(actor, "admin")) return always;
  return hasRole(actor, "company")
    ? sql`${columns.company} = ${actor.companyId}`
    : sql`${columns.agent} = ${actor.agentId}`;
}

/** A model with restricted records: `visibleTo` returns the `where` and `include` of those the actor may see. */
type Visible<M extends Model> = ModelStatic<M> & {
  visibleTo(actor: Actor): Pick<FindOptions<Attributes<M>>, "where" | "include">;
  /** Locks the accounts of these records. If the model has this method, the records themselves are not locked. */
  lockAccounts?(ids: readonly number[]): Promise<void>;
};

type Options<M extends Model> = { lock?: boolean; order?: Order; attributes?: (keyof Attributes<M> & string)[] };

const BY_ID: Order = [["id", "ASC"]];

/**
 * The records with these ids, locked for update if `lock` is set. Throws 404 if one of them does not exist or is not
 * visible to the actor.
 */
export async function findVisible<M extends Model>(
  model: Visible<M>,
  actor: Actor,
  ids: readonly number[],
  { lock = false, order = BY_ID, attributes }: Options<M> = {},
): Promise<M[]> {
  const { where = {}, include } = model.visibleTo(actor);
  if (lock) await model.lockAccounts?.(ids);
  const records = await model.findAll({
    where: { [Op.and]: [{ id: [...ids] }, where] } as WhereOptions<Attributes<M>>,
    include,
    order,
    attributes,
    ...(lock && !model.lockAccounts ? { lock: { level: Transaction.LOCK.UPDATE, of: model } } : {}),
  });
  if (records.length < new Set(ids).size) throw noSuch(nounOf(model));
  return records;
}

/** The singular of the table's name: "remote token". */
const nounOf = (model: { tableName: string }): string => model.tableName.replaceAll("_", " ").replace(/s$/, "");

/** Like `findVisible`, for one record. */
export async function findOneVisible<M extends Model>(
  model: Visible<M>,
  actor: Actor,
  id: number,
  options: Options<M> = {},
): Promise<M> {
  const [record] = await findVisible(model, actor, [id], options);
  if (!record) throw noSuch(nounOf(model));
  return record;
}

/** The rule of `Site.visibleTo` as a condition for WHERE. */
export function sitesVisible(actor: Actor, siteId = sql`sites.id`): Statement {
  const { companyId, agentId } = Site.enabledFor(actor);
  return all([
    companyId !== undefined && sql`${siteId} IN (SELECT site_id FROM office_sites WHERE company_id = ${companyId})`,
    agentId !== undefined && sql`${siteId} IN (SELECT site_id FROM agent_sites WHERE agent_id = ${agentId})`,
  ]);
}

/**
 * Lowercases a username for comparison, ASCII letters only. Case mapping of other alphabets differs between PostgreSQL
 * and JavaScript: `İ` becomes `i` in the one and two characters in the other.
 */
export const normalizeUsername = (name: string): string =>
  name.replace(/[A-Z]+/g, (capitals) => capitals.toLowerCase());

/** The `where` of the account that signs in with this username. Matches nothing if the username is invalid. */
export const hasUsername = (username: string): WhereOptions<Attributes<Account>> =>
  USERNAME.test(username)
    ? { deletedAt: null, [Op.and]: where(fn("lower", col("Account.username")), normalizeUsername(username)) }
    : { id: [] };

/** The permission to read How to sell: everyone if the brand shows it. Superadmins always may, because they write it. */
export const canReadManuals: Rule = {
  needs: "agent",
  admits: (caller) => caller !== null && (hasRole(caller, "superadmin") || brand().howToSellVisible),
};

type Chosen = { site?: string | undefined; office?: string | undefined; agent?: string | undefined };

/** The scope of an export, for the name of its file: the site, and the agent or office or else the account's own. */
export const scopeNames = (actor: Actor, { site, office, agent }: Chosen): (string | undefined)[] => [
  site,
  agent ?? office ?? (actor.agentId === null ? (actor.officeName ?? "all") : actor.username),
];
