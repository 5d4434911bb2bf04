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

/** How the agent or office of an account is paid. `sealed` has the lines that describe the destination. */
export class PayoutDetails extends Model<InferAttributes<PayoutDetails>, InferCreationAttributes<PayoutDetails>> {
  declare accountId: ForeignKey<Account["id"]>;
  declare method: PayoutMethod;
  declare sealed: Buffer;
  declare changedAt: Date;
  declare changedBy: CreationOptional<number | null>;

  declare changer?: NonAttribute<Account> | null;

  static define(sequelize: Sequelize): void {
    this.init(
      {
        accountId: { type: DataTypes.INTEGER, primaryKey: true, allowNull: false },
        method: { type: DataTypes.TEXT, allowNull: false },
        sealed: { type: DataTypes.BLOB, allowNull: false },
        changedAt: { type: DataTypes.DATE, allowNull: false },
        changedBy: { type: DataTypes.INTEGER },
      },
      { sequelize, tableName: "payout_details" },
    );
  }

  static relate(): void {
    this.belongsTo(Account, { as: "account", foreignKey: "accountId" });
    this.belongsTo(Account, { as: "changer", foreignKey: "changedBy" });
    Account.hasOne(this, { as: "payoutDetails", foreignKey: "accountId" });
  }
}
