import {
  DataTypes,
  Model,
  Transaction,
  literal,
  type CreationOptional,
  type InferAttributes,
  type InferCreationAttributes,
  type NonAttribute,
  type Sequelize,
} from "sequelize";
import type { RoleLevel } from "../server/kernel/operation/roles";
import { destroyRelated } from "./destroy-related";

/** New value of one of an account's three states. */
export type StatusChange = { active: boolean } | { hidden: boolean } | { loginBlocked: boolean };
/** The author, time and reason of a state change. `until` limits how long a sign-in stays enabled. */
export type StatusChangeContext = { by: number | null; at: Date; until: Date; reason: string | null };
/** States of an account before and after a change, for the audit. */
export type StatusChangeResult = {
  accountId: number;
  before: Record<string, unknown>;
  after: Record<string, unknown>;
};

/**
 * A sign-in; each office, agent and admin has exactly one. Role: 0 superadmin, 5 admin, 10 office manager, 20 agent.
 */
export class Account extends Model<InferAttributes<Account>, InferCreationAttributes<Account>> {
  declare id: CreationOptional<number>;
  declare role: RoleLevel;
  declare username: string;
  declare passwordHash: string;
  declare passwordSealed: CreationOptional<Buffer | null>;
  /** Somebody else set the password, and its owner has not replaced it yet. */
  declare passwordSetByOther: CreationOptional<boolean>;
  /** When TWO_STEP first met a request of the account. */
  declare twoStepRequiredAt: CreationOptional<Date | null>;
  declare active: CreationOptional<boolean>;
  declare hidden: CreationOptional<boolean>;
  declare loginBlocked: CreationOptional<boolean>;
  declare loginEnabledUntil: CreationOptional<Date | null>;
  declare approved: CreationOptional<boolean>;
  declare statusReason: CreationOptional<string | null>;
  declare statusBy: CreationOptional<number | null>;
  declare statusAt: CreationOptional<Date | null>;
  declare registeredAt: CreationOptional<Date>;
  declare lastLoginAt: CreationOptional<Date | null>;
  declare loginCount: CreationOptional<number>;
  /** Kinds of mails that the owner switched off. */
  declare mutedMails: CreationOptional<string[]>;
  declare deletedAt: CreationOptional<Date | null>;
  declare version: CreationOptional<number>;

  declare office?: NonAttribute<{ id: number }>;
  declare agent?: NonAttribute<{ id: number }>;
  declare admin?: NonAttribute<{ id: number; email: string }>;

  /** For `include`: the account of an office, agent or admin. Leaves out rows whose account was deleted. */
  static undeleted() {
    return { association: "account", required: true, where: { deletedAt: null } };
  }

  /**
   * Locks the accounts of these records until the transaction ends, in the order of their ids. All changes of accounts
   * lock in this order to avoid deadlocks.
   */
  static async lockFor(owner: "office" | "agent" | "admin", ids: readonly number[]): Promise<void> {
    await this.findAll({
      attributes: ["id"],
      include: [{ association: owner, attributes: [], required: true, where: { id: [...ids] } }],
      order: [["id", "ASC"]],
      lock: { level: Transaction.LOCK.UPDATE, of: this },
      raw: true,
    });
  }

  /**
   * Activates, suspends, shows or hides accounts, or disables or enables their sign-in. An enabled sign-in is disabled
   * again by itself when `until` has passed. The author, time and reason of the change are stored with the account. Returns the
   * accounts that were in another state before.
   */
  static async changeStatus(
    ids: readonly number[],
    change: StatusChange,
    { by, at, until, reason }: StatusChangeContext,
  ): Promise<StatusChangeResult[]> {
    const accounts = await this.findAll({
      attributes: ["id", "active", "hidden", "loginBlocked", "loginEnabledUntil"],
      where: { id: [...ids] },
      order: [["id", "ASC"]],
      lock: true,
      raw: true,
    });
    const values = stateAfter(change, until);
    const after = { ...values, ...(reason ? { reason } : {}) };
    const results = accounts.flatMap((account) => {
      const before = Object.fromEntries(Object.keys(values).map((key) => [key, account[key as keyof State]]));
      return isChanged(account, change, values) ? [{ accountId: account.id, before, after }] : [];
    });
    if (results.length === 0) return [];
    const reasonFields = "active" in change ? { statusReason: reason, statusBy: by, statusAt: at } : {};
    await this.update(
      { ...values, ...reasonFields, version: literal("version + 1") },
      { where: { id: results.map(({ accountId }) => accountId) } },
    );
    return results;
  }

  /** Whether the sign-in is disabled at `at`. */
  isLoginBlocked(at: Date): boolean {
    return this.loginBlocked && !(this.loginEnabledUntil !== null && this.loginEnabledUntil > at);
  }

  /** Clears the account, marks it deleted and deletes the rows that belong only to it. */
  async erase(at: Date): Promise<void> {
    await destroyRelated(this, [
      "logins",
      "sessions",
      "remoteTokens",
      "savedViews",
      "passwordResets",
      "keptForms",
      "payoutDetails",
    ]);
    await destroyRelated(this, ["recoveryCodes", "passkeys", "authenticator"]);
    await this.update({
      ...{ username: "", passwordHash: "", passwordSealed: null, statusReason: null },
      ...{ active: false, loginBlocked: true, loginEnabledUntil: null, deletedAt: at },
    });
  }

  static define(sequelize: Sequelize): void {
    this.init(
      {
        id: { type: DataTypes.INTEGER, primaryKey: true, autoIncrement: true, allowNull: false },
        role: { type: DataTypes.SMALLINT, allowNull: false },
        username: { type: DataTypes.TEXT, allowNull: false },
        passwordHash: { type: DataTypes.TEXT, allowNull: false },
        passwordSealed: { type: DataTypes.BLOB },
        passwordSetByOther: { type: DataTypes.BOOLEAN, allowNull: false, defaultValue: false },
        twoStepRequiredAt: { type: DataTypes.DATE },
        active: { type: DataTypes.BOOLEAN, allowNull: false, defaultValue: true },
        hidden: { type: DataTypes.BOOLEAN, allowNull: false, defaultValue: false },
        loginBlocked: { type: DataTypes.BOOLEAN, allowNull: false, defaultValue: false },
        loginEnabledUntil: { type: DataTypes.DATE },
        approved: { type: DataTypes.BOOLEAN, allowNull: false, defaultValue: true },
        statusReason: { type: DataTypes.TEXT },
        statusBy: { type: DataTypes.INTEGER },
        statusAt: { type: DataTypes.DATE },
        registeredAt: { type: DataTypes.DATE, allowNull: false, defaultValue: literal("now()") },
        lastLoginAt: { type: DataTypes.DATE },
        loginCount: { type: DataTypes.INTEGER, allowNull: false, defaultValue: 0 },
        mutedMails: { type: DataTypes.ARRAY(DataTypes.TEXT), allowNull: false, defaultValue: [] },
        deletedAt: { type: DataTypes.DATE },
        version: { type: DataTypes.INTEGER, allowNull: false, defaultValue: 1 },
      },
      {
        sequelize,
        tableName: "accounts",
        version: true,
        indexes: [
          {
            name: "accounts_username",
            unique: true,
            fields: [literal("lower(username) NULLS FIRST")],
            where: { deleted_at: null },
          },
        ],
      },
    );
  }
}

type State = Pick<Account, "active" | "hidden" | "loginBlocked" | "loginEnabledUntil">;

const stateAfter = (change: StatusChange, until: Date): Partial<State> =>
  "loginBlocked" in change ? { loginBlocked: true, loginEnabledUntil: change.loginBlocked ? null : until } : change;

/** Only a disabled sign-in can be enabled for a limited time. */
function isChanged(account: State, change: StatusChange, values: Partial<State>): boolean {
  if ("loginBlocked" in change && !change.loginBlocked && !account.loginBlocked) return false;
  return Object.entries(values).some(([key, value]) => value?.valueOf() !== account[key as keyof State]?.valueOf());
}
