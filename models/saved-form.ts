import {
  DataTypes,
  Model,
  literal,
  type CreationOptional,
  type ForeignKey,
  type InferAttributes,
  type InferCreationAttributes,
  type Sequelize,
} from "sequelize";
import { Account } from "./account";

/**
 * A form that was posted after its session had ended, encrypted for the account of that session until that account
 * signs in again.
 */
export class SavedForm extends Model<InferAttributes<SavedForm>, InferCreationAttributes<SavedForm>> {
  declare hash: Buffer;
  declare accountId: ForeignKey<Account["id"]>;
  declare sealed: Buffer;
  declare at: CreationOptional<Date>;

  static define(sequelize: Sequelize): void {
    this.init(
      {
        hash: { type: DataTypes.BLOB, primaryKey: true, allowNull: false },
        accountId: { type: DataTypes.INTEGER, allowNull: false },
        sealed: { type: DataTypes.BLOB, allowNull: false },
        at: { type: DataTypes.DATE, allowNull: false, defaultValue: literal("now()") },
      },
      { sequelize, tableName: "kept_forms" },
    );
  }

  static relate(): void {
    this.belongsTo(Account, { as: "account", foreignKey: "accountId" });
    Account.hasMany(this, { as: "keptForms", foreignKey: "accountId" });
  }
}
