import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type Sequelize,
} from "sequelize";

/** The text that everybody reads on the home screen. A single row. */
export class News extends Model<InferAttributes<News>, InferCreationAttributes<News>> {
  declare id: CreationOptional<number>;
  declare html: CreationOptional<string>;
  declare version: CreationOptional<number>;

  static define(sequelize: Sequelize): void {
    this.init(
      {
        id: { type: DataTypes.SMALLINT, primaryKey: true, allowNull: false, defaultValue: 1 },
        html: { type: DataTypes.TEXT, allowNull: false, defaultValue: "" },
        version: { type: DataTypes.INTEGER, allowNull: false, defaultValue: 1 },
      },
      { sequelize, tableName: "news", version: true },
    );
  }
}
