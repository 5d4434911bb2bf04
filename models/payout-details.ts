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

export const PAYOUT_METHODS = ["bank", "e-wallet", "cash", "other"] as const;
export type PayoutMethod = (typeof PAYOUT_METHODS)[number];

/**
 * How the agent or office of an account is paid: one row for each change. `sealed` has the lines that describe the
 * destination. A row is used from `usedFrom` on, until a newer one is used. A withdrawn one never is.
 */
export class PayoutDetails extends Model<InferAttributes<PayoutDetails>, InferCreationAttributes<PayoutDetails>> {
  declare id: CreationOptional<number>;
  declare accountId: ForeignKey<Account["id"]>;
  declare method: PayoutMethod;
  declare sealed: Buffer;
  declare changedAt: Date;
  declare changedBy: CreationOptional<number | null>;
  /** Of the account: every change and every confirmation adds one. */
  declare version: CreationOptional<number>;
  declare usedFrom: Date;
  declare confirmedAt: CreationOptional<Date | null>;
  declare confirmedBy: CreationOptional<number | null>;
  declare withdrawnAt: CreationOptional<Date | null>;

  declare changer?: NonAttribute<Account> | null;
  declare confirmer?: NonAttribute<Account> | null;

  static define(sequelize: Sequelize): void {
    this.init(
      {
        id: { type: DataTypes.BIGINT, primaryKey: true, autoIncrement: true, allowNull: false },
        accountId: { type: DataTypes.INTEGER, allowNull: false },
        method: { type: DataTypes.TEXT, allowNull: false },
        sealed: { type: DataTypes.BLOB, allowNull: false },
        changedAt: { type: DataTypes.DATE, allowNull: false },
        changedBy: { type: DataTypes.INTEGER },
        version: { type: DataTypes.INTEGER, allowNull: false, defaultValue: 1 },
        usedFrom: { type: DataTypes.DATE, allowNull: false },
        confirmedAt: { type: DataTypes.DATE },
        confirmedBy: { type: DataTypes.INTEGER },
        withdrawnAt: { type: DataTypes.DATE },
      },
      { sequelize, tableName: "payout_details" },
    );
  }

  static relate(): void {
    this.belongsTo(Account, { as: "account", foreignKey: "accountId" });
    this.belongsTo(Account, { as: "changer", foreignKey: "changedBy" });
    this.belongsTo(Account, { as: "confirmer", foreignKey: "confirmedBy" });
    Account.hasMany(this, { as: "payoutDetails", foreignKey: "accountId" });
  }
}
