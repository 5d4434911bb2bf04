import {
  DataTypes,
  Model,
  type ForeignKey,
  type InferAttributes,
  type InferCreationAttributes,
  type Sequelize,
} from "sequelize";
import { Account } from "./account";

/**
 * How an account reads a report: the columns that it leaves out, and the grouping in which the report opens. New columns
 * are shown until they are left out too.
 */
export class ColumnChoice extends Model<InferAttributes<ColumnChoice>, InferCreationAttributes<ColumnChoice>> {
  declare accountId: ForeignKey<Account["id"]>;
  declare report: string;
  declare hidden: string[];
  /** Null for the report's usual grouping. */
  declare groupBy: string | null;

  static define(sequelize: Sequelize): void {
    this.init(
      {
        accountId: { type: DataTypes.INTEGER, primaryKey: true, allowNull: false },
        report: { type: DataTypes.TEXT, primaryKey: true, allowNull: false },
        hidden: { type: DataTypes.ARRAY(DataTypes.TEXT), allowNull: false },
        groupBy: { type: DataTypes.TEXT },
      },
      { sequelize, tableName: "column_choices" },
    );
  }

  static relate(): void {
    this.belongsTo(Account, { as: "account", foreignKey: "accountId" });
  }
}
