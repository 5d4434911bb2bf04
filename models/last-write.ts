import { DataTypes, Model, type InferAttributes, type InferCreationAttributes, type Sequelize } from "sequelize";
import { databaseTime } from "./database-time";

/** When an account last changed something. The account's reads go to the primary until a replica has that change. */
export class LastWrite extends Model<InferAttributes<LastWrite>, InferCreationAttributes<LastWrite>> {
  declare accountId: number;
  declare changedAt: Date;

  /** Records that the account changes something now. */
  static async record(accountId: number): Promise<void> {
    await this.upsert({ accountId, changedAt: databaseTime });
  }

  static define(sequelize: Sequelize): void {
    this.init(
      {
        accountId: { type: DataTypes.INTEGER, primaryKey: true, allowNull: false },
        changedAt: { type: DataTypes.DATE, allowNull: false },
      },
      { sequelize, tableName: "own_changes" },
    );
  }
}
