import {
  DataTypes,
  literal,
  Model,
  Transaction,
  type CreationOptional,
  type ForeignKey,
  type InferAttributes,
  type InferCreationAttributes,
  type NonAttribute,
  type Sequelize,
} from "sequelize";
import { type Actor, hasRole } from "../server/kernel/operation/roles";
import { Account, type StatusChange, type StatusChangeResult, type StatusChangeContext } from "./account";
import { Domain } from "./domain";

type Owner = { id: number; accountId: number };
type OwnerStatusChange = StatusChangeResult & { id: number };

async function changeOwnerStatus(
  owners: readonly Owner[],
  change: StatusChange,
  context: StatusChangeContext,
): Promise<OwnerStatusChange[]> {
  const ids = new Map(owners.map(({ id, accountId }) => [accountId, id]));
  const changed = await Account.changeStatus([...ids.keys()], change, context);
  return changed.map((result) => ({ ...result, id: ids.get(result.accountId) ?? 0 }));
}

/** An office. Its id is the `companyId` of calls and rows. */
export class Office extends Model<InferAttributes<Office>, InferCreationAttributes<Office>> {
  declare id: CreationOptional<number>;
  declare accountId: ForeignKey<Account["id"]>;
  declare officeName: string;
  declare manFirstName: string;
  declare manLastName: string;
  declare manEmail: CreationOptional<string>;
  declare agentNotes: CreationOptional<string>;
  declare preferredDomainId: CreationOptional<ForeignKey<Domain["id"]> | null>;

  declare account?: NonAttribute<Account>;
  declare preferredDomain?: NonAttribute<Domain>;

  /** Only the actor's own office below admin; all offices for admins and superadmins. */
  static ownScope(actor: Actor): { id?: number } {
    return hasRole(actor, "admin") ? {} : { id: actor.companyId ?? 0 };
  }

  /** The offices that the actor can see. Nobody can see deleted ones. */
  static visibleTo(actor: Actor) {
    return { where: this.ownScope(actor), include: [Account.undeleted()] };
  }

  static lockAccounts(ids: readonly number[]): Promise<void> {
    return Account.lockFor("office", ids);
  }

  /**
   * Suspends, activates, hides or shows offices and does the same to all agents they employ (OFFICE-23). Disabling the
   * sign-in changes the manager's account only. Agents in `except` keep their state. Returns the accounts that were in
   * another state before, with the ids of office and agent.
   */
  static async changeStatus(
    offices: readonly Office[],
    change: StatusChange,
    context: StatusChangeContext,
    except: ReadonlySet<number> = new Set(),
  ): Promise<{ offices: OwnerStatusChange[]; agents: OwnerStatusChange[] }> {
    const changed = await changeOwnerStatus(offices, change, context);
    if ("loginBlocked" in change) return { offices: changed, agents: [] };
    const employed = await this.lockEmployedAgents(offices.map(({ id }) => id));
    const agents = employed.filter(({ id }) => !except.has(id));
    return { offices: changed, agents: await changeOwnerStatus(agents, change, context) };
  }

  /** The agents that these offices employ now, listed or not. Their accounts are locked. */
  static async lockEmployedAgents(ids: readonly number[]): Promise<Owner[]> {
    const accounts = await Account.findAll({
      attributes: ["id"],
      where: { deletedAt: null },
      include: [{ association: "agent", attributes: ["id"], required: true, where: { companyId: [...ids] } }],
      order: [["id", "ASC"]],
      lock: { level: Transaction.LOCK.UPDATE, of: Account },
      // Raw rows, because one office may employ thousands.
      ...{ raw: true, nest: true },
    });
    return accounts.map(({ id, agent }) => ({ id: agent?.id ?? 0, accountId: id }));
  }

  static define(sequelize: Sequelize): void {
    this.init(
      {
        id: { type: DataTypes.INTEGER, primaryKey: true, autoIncrement: true, allowNull: false },
        accountId: { type: DataTypes.INTEGER, allowNull: false, unique: "offices_account_id_key" },
        officeName: { type: DataTypes.TEXT, allowNull: false },
        manFirstName: { type: DataTypes.TEXT, allowNull: false },
        manLastName: { type: DataTypes.TEXT, allowNull: false },
        manEmail: { type: DataTypes.TEXT, allowNull: false, defaultValue: "" },
        agentNotes: { type: DataTypes.TEXT, allowNull: false, defaultValue: "" },
        preferredDomainId: { type: DataTypes.INTEGER },
      },
      {
        sequelize,
        tableName: "offices",
        indexes: [{ name: "offices_name", unique: true, fields: [literal("folded(office_name)")] }],
      },
    );
  }

  static relate(): void {
    this.belongsTo(Account, { as: "account", foreignKey: "accountId" });
    Account.hasOne(this, { as: "office", foreignKey: "accountId" });
    this.belongsTo(Domain, { as: "preferredDomain", foreignKey: "preferredDomainId" });
    Domain.hasMany(this, { as: "companies", foreignKey: "preferredDomainId" });
  }
}
