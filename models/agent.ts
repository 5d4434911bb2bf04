import {
  DataTypes,
  Model,
  type CreationOptional,
  type ForeignKey,
  type InferAttributes,
  type InferCreationAttributes,
  type NonAttribute,
  type Sequelize,
} from "sequelize";
import { type Actor, reaches } from "../server/kernel/roles";
import { Account } from "./account";
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

  declare account?: NonAttribute<Account>;
  declare office?: NonAttribute<Office>;

  /** Himself for an agent, those of the own office for a manager, all of them for an admin. */
  static ownOf(actor: Actor): { id?: number; companyId?: number } {
    if (reaches(actor, "admin")) return {};
    return reaches(actor, "company") ? { companyId: actor.companyId ?? 0 } : { id: actor.agentId ?? 0 };
  }

  /** The agents that the actor may know of: a deleted one is nobody's. */
  static visibleTo(actor: Actor) {
    return { where: this.ownOf(actor), include: [Account.present()] };
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
      },
      { sequelize, tableName: "agents" },
    );
  }

  static relate(): void {
    this.belongsTo(Account, { as: "account", foreignKey: "accountId" });
    Account.hasOne(this, { as: "agent", foreignKey: "accountId" });
    this.belongsTo(Office, { as: "office", foreignKey: "companyId" });
    Office.hasMany(this, { as: "agents", foreignKey: "companyId" });
  }
}
