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
import { Account } from "./account";

/** A one-time replacement for the second step of a sign-in. Only its keyed hash is stored. */
export class RecoveryCode extends Model<InferAttributes<RecoveryCode>, InferCreationAttributes<RecoveryCode>> {
  declare accountId: ForeignKey<Account["id"]>;
  declare hash: Buffer;
  declare usedAt: CreationOptional<Date | null>;

  declare account?: NonAttribute<Account>;

  static define(sequelize: Sequelize): void {
    this.init(
      {
        accountId: { type: DataTypes.INTEGER, primaryKey: true, allowNull: false },
        hash: { type: DataTypes.BLOB, primaryKey: true, allowNull: false },
        usedAt: { type: DataTypes.DATE },
      },
      { sequelize, tableName: "recovery_codes" },
    );
  }

  static relate(): void {
    this.belongsTo(Account, { as: "account", foreignKey: "accountId" });
    Account.hasMany(this, { as: "recoveryCodes", foreignKey: "accountId" });
  }
}
