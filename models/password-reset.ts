import {
  DataTypes,
  Model,
  literal,
  type CreationOptional,
  type ForeignKey,
  type InferAttributes,
  type InferCreationAttributes,
  type NonAttribute,
  type Sequelize,
} from "sequelize";
import { Account } from "./account";

/** A reset link that was mailed. It works once. */
export class PasswordReset extends Model<InferAttributes<PasswordReset>, InferCreationAttributes<PasswordReset>> {
  declare id: CreationOptional<number>;
  declare accountId: ForeignKey<Account["id"]>;
  declare hash: Buffer;
  declare createdAt: CreationOptional<Date>;
  declare expiresAt: Date;
  declare usedAt: CreationOptional<Date | null>;

  declare account?: NonAttribute<Account>;

  static define(sequelize: Sequelize): void {
    this.init(
      {
        id: { type: DataTypes.INTEGER, primaryKey: true, autoIncrement: true, allowNull: false },
        accountId: { type: DataTypes.INTEGER, allowNull: false },
        hash: { type: DataTypes.BLOB, allowNull: false, unique: "password_resets_hash_key" },
        createdAt: { type: DataTypes.DATE, allowNull: false, defaultValue: literal("now()") },
        expiresAt: { type: DataTypes.DATE, allowNull: false },
        usedAt: { type: DataTypes.DATE },
      },
      { sequelize, tableName: "password_resets" },
    );
  }

  static relate(): void {
    this.belongsTo(Account, { as: "account", foreignKey: "accountId" });
    Account.hasMany(this, { as: "passwordResets", foreignKey: "accountId" });
  }
}
