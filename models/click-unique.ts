import { DataTypes, Model, type InferAttributes, type InferCreationAttributes, type Sequelize } from "sequelize";

/** A visitor (hashed with the type) of an agent on a New York day. */
export class ClickUnique extends Model<InferAttributes<ClickUnique>, InferCreationAttributes<ClickUnique>> {
  declare agentId: number;
  declare day: string;
  declare h: number;

  static define(sequelize: Sequelize): void {
    this.init(
      {
        agentId: { type: DataTypes.INTEGER, primaryKey: true, allowNull: false },
        day: { type: DataTypes.DATEONLY, primaryKey: true, allowNull: false },
        h: { type: DataTypes.BIGINT, primaryKey: true, allowNull: false },
      },
      { sequelize, tableName: "click_uniques" },
    );
  }
}
