import {
  DataTypes,
  Model,
  Op,
  type CreationOptional,
  type ForeignKey,
  type InferAttributes,
  type InferCreationAttributes,
  type NonAttribute,
  type Sequelize,
} from "sequelize";
import { type Actor, hasRole } from "../server/kernel/operation/roles";
import { Account } from "./account";
import { AgentOffice } from "./agent-office";
import { destroyRelated } from "./destroy-related";
import { Office } from "./office";

/** An agent, employed by one office at a time. */
export class Agent extends Model<InferAttributes<Agent>, InferCreationAttributes<Agent>> {
  declare id: CreationOptional<number>;
  declare accountId: ForeignKey<Account["id"]>;
  declare companyId: ForeignKey<Office["id"]>;
  declare firstName: string;
  declare lastName: string;
  declare email: CreationOptional<string>;
  declare campaignId: CreationOptional<string>;
  declare mustRead: CreationOptional<string>;
  declare migrated: CreationOptional<boolean>;
  /** The account that created the agent. Null for agents migrated from the older server. */
  declare createdBy: CreationOptional<number | null>;
  /** Set while the approval is refused. An approval or a new request clears the three. */
  declare rejectedAt: CreationOptional<Date | null>;
  declare rejectedBy: CreationOptional<number | null>;
  declare rejectionReason: CreationOptional<string | null>;

  declare account?: NonAttribute<Account>;
  declare office?: NonAttribute<Office>;

  /** Only themselves for an agent, the agents of their own office for a manager, all agents for an admin. */
  static ownScope(actor: Actor): { id?: number; companyId?: number } {
    if (hasRole(actor, "admin")) return {};
    return hasRole(actor, "company") ? { companyId: actor.companyId ?? 0 } : { id: actor.agentId ?? 0 };
  }

  /** The agents that the actor can see. Nobody can see deleted ones. */
  static visibleTo(actor: Actor) {
    return { where: this.ownScope(actor), include: [Account.undeleted()] };
  }

  static lockAccounts(ids: readonly number[]): Promise<void> {
    return Account.lockFor("agent", ids);
  }

  /**
   * Starts a new entry in the office history. Events from this moment on belong to that office; earlier ones keep
   * theirs.
   */
  async employAt(companyId: number, moment: Date): Promise<void> {
    const agentId = this.id;
    // An entry that begins at this very moment, or later because the clock was set back, would cover no time.
    await AgentOffice.destroy({ where: { agentId, since: { [Op.gte]: moment } } });
    await AgentOffice.update(
      { until: moment },
      { where: { agentId, until: { [Op.or]: [{ [Op.is]: null }, { [Op.gt]: moment }] } } },
    );
    await AgentOffice.create({ agentId, companyId, since: moment });
    await this.update({ companyId });
  }

  /**
   * Clears the agent and their account, which `visibleTo` loads with them, and marks it deleted. Rows that belong only
   * to them are deleted. The office history remains because it determines whose the sales are.
   */
  async erase(at: Date): Promise<void> {
    await destroyRelated(this, ["chatLogs", "claims", "agentSites", "webhookEndpoints", "namedLinks", "signals"]);
    await this.update({ firstName: "", lastName: "", email: "", campaignId: "", mustRead: "", rejectionReason: null });
    await this.account?.erase(at);
  }

  static define(sequelize: Sequelize): void {
    this.init(
      {
        id: { type: DataTypes.INTEGER, primaryKey: true, autoIncrement: true, allowNull: false },
        accountId: { type: DataTypes.INTEGER, allowNull: false, unique: "agents_account_id_key" },
        companyId: { type: DataTypes.INTEGER, allowNull: false },
        firstName: { type: DataTypes.TEXT, allowNull: false },
        lastName: { type: DataTypes.TEXT, allowNull: false },
        email: { type: DataTypes.TEXT, allowNull: false, defaultValue: "" },
        campaignId: { type: DataTypes.TEXT, allowNull: false, defaultValue: "" },
        mustRead: { type: DataTypes.TEXT, allowNull: false, defaultValue: "" },
        migrated: { type: DataTypes.BOOLEAN, allowNull: false, defaultValue: false },
        createdBy: { type: DataTypes.INTEGER },
        rejectedAt: { type: DataTypes.DATE },
        rejectedBy: { type: DataTypes.INTEGER },
        rejectionReason: { type: DataTypes.TEXT },
      },
      { sequelize, tableName: "agents" },
    );
  }

  static relate(): void {
    this.belongsTo(Account, { as: "account", foreignKey: "accountId" });
    Account.hasOne(this, { as: "agent", foreignKey: "accountId" });
    this.belongsTo(Office, { as: "office", foreignKey: "companyId" });
    Office.hasMany(this, { as: "agents", foreignKey: "companyId" });
    AgentOffice.belongsTo(this, { as: "agent", foreignKey: "agentId" });
    this.hasMany(AgentOffice, { as: "stays", foreignKey: "agentId" });
  }
}
