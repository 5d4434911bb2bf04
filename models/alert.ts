import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type Sequelize,
} from "sequelize";

/** The text that everybody has to read after signing in, while it is enabled. A single row. */
export class Alert extends Model<InferAttributes<Alert>, InferCreationAttributes<Alert>> {
  declare id: CreationOptional<number>;
  declare enable: CreationOptional<boolean>;
  declare html: CreationOptional<string>;
  declare version: CreationOptional<number>;

  static define(sequelize: Sequelize): void {
    this.init(
      {
        id: { type: DataTypes.SMALLINT, primaryKey: true, allowNull: false, defaultValue: 1 },
        enable: { type: DataTypes.BOOLEAN, allowNull: false, defaultValue: false },
        html: { type: DataTypes.TEXT, allowNull: false, defaultValue: "" },
        version: { type: DataTypes.INTEGER, allowNull: false, defaultValue: 1 },
      },
      { sequelize, tableName: "alerts", version: true },
    );
  }
}
