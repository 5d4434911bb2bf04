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
import { Session } from "./session";
import { Account } from "./account";
import { Agent } from "./agent";
import { Office } from "./office";

/** A session as screens show it: from sign-in to sign-out. */
export class LoginLogRow extends Model<InferAttributes<LoginLogRow>, InferCreationAttributes<LoginLogRow>> {
  declare id: CreationOptional<number>;
  declare sessionId: CreationOptional<ForeignKey<Session["id"]> | null>;
  declare accountId: ForeignKey<Account["id"]>;
  declare agentId: CreationOptional<ForeignKey<Agent["id"]> | null>;
  declare companyId: CreationOptional<ForeignKey<Office["id"]> | null>;
  declare by: CreationOptional<string | null>;
  declare ip: CreationOptional<string | null>;
  declare userAgent: CreationOptional<string>;
  declare inTime: Date;
  declare outTime: CreationOptional<Date | null>;

  declare session?: NonAttribute<Session>;
  declare account?: NonAttribute<Account>;
  declare agent?: NonAttribute<Agent>;
  declare office?: NonAttribute<Office>;

  static define(sequelize: Sequelize): void {
    this.init(
      {
        id: { type: DataTypes.BIGINT, primaryKey: true, autoIncrement: true, allowNull: false },
        sessionId: { type: DataTypes.BIGINT },
        accountId: { type: DataTypes.INTEGER, allowNull: false },
        agentId: { type: DataTypes.INTEGER },
        companyId: { type: DataTypes.INTEGER },
        by: { type: DataTypes.TEXT },
        ip: { type: DataTypes.INET },
        userAgent: { type: DataTypes.TEXT, allowNull: false, defaultValue: "" },
        inTime: { type: DataTypes.DATE, allowNull: false },
        outTime: { type: DataTypes.DATE },
      },
      { sequelize, tableName: "login_log" },
    );
  }

  static relate(): void {
    this.belongsTo(Session, { as: "session", foreignKey: "sessionId" });
    this.belongsTo(Account, { as: "account", foreignKey: "accountId" });
    Account.hasMany(this, { as: "logins", foreignKey: "accountId" });
    this.belongsTo(Agent, { as: "agent", foreignKey: "agentId", constraints: false });
    this.belongsTo(Office, { as: "office", foreignKey: "companyId", constraints: false });
  }
}
