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
import { type Actor, levels, hasRole } from "../server/kernel/operation/roles";
import { Account } from "./account";

/** An admin and their permissions beyond the role. */
export class Admin extends Model<InferAttributes<Admin>, InferCreationAttributes<Admin>> {
  declare id: CreationOptional<number>;
  declare accountId: ForeignKey<Account["id"]>;
  declare email: string;
  declare earningVisible: CreationOptional<boolean>;
  declare approveAgents: CreationOptional<boolean>;
  declare showSuspend: CreationOptional<boolean>;
  declare showCommonLogs: CreationOptional<boolean>;

  declare account?: NonAttribute<Account>;

  /**
   * The admins that the actor can see: all of them for a superadmin, only themselves for an admin. Superadmins are not
   * among them: what they may change of one another has rules of its own, so that nobody locks out the last one.
   */
  static visibleTo(actor: Actor) {
    const accountInclude = Account.undeleted();
    return {
      where: hasRole(actor, "superadmin") ? {} : { accountId: actor.accountId },
      include: [{ ...accountInclude, where: { ...accountInclude.where, role: levels.admin } }],
    };
  }

  static lockAccounts(ids: readonly number[]): Promise<void> {
    return Account.lockFor("admin", ids);
  }

  static define(sequelize: Sequelize): void {
    this.init(
      {
        id: { type: DataTypes.INTEGER, primaryKey: true, autoIncrement: true, allowNull: false },
        accountId: { type: DataTypes.INTEGER, allowNull: false, unique: "admins_account_id_key" },
        email: { type: DataTypes.TEXT, allowNull: false },
        earningVisible: { type: DataTypes.BOOLEAN, allowNull: false, defaultValue: false },
        approveAgents: { type: DataTypes.BOOLEAN, allowNull: false, defaultValue: false },
        showSuspend: { type: DataTypes.BOOLEAN, allowNull: false, defaultValue: false },
        showCommonLogs: { type: DataTypes.BOOLEAN, allowNull: false, defaultValue: false },
      },
      { sequelize, tableName: "admins" },
    );
  }

  static relate(): void {
    this.belongsTo(Account, { as: "account", foreignKey: "accountId" });
    Account.hasOne(this, { as: "admin", foreignKey: "accountId" });
  }
}
