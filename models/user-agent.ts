import { DataTypes, Model, type InferAttributes, type InferCreationAttributes, type Sequelize } from "sequelize";

/** The text of a user agent, keyed by its hash. */
export class UserAgent extends Model<InferAttributes<UserAgent>, InferCreationAttributes<UserAgent>> {
  declare id: number;
  declare text: string;

  static define(sequelize: Sequelize): void {
    this.init(
      {
        id: { type: DataTypes.BIGINT, primaryKey: true, allowNull: false },
        text: { type: DataTypes.TEXT, allowNull: false },
      },
      { sequelize, tableName: "user_agents" },
    );
  }
}
