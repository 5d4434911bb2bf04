import { DataTypes, Model, type InferAttributes, type InferCreationAttributes, type Sequelize } from "sequelize";

/** A setting that superadmins change at run time. */
export class Option extends Model<InferAttributes<Option>, InferCreationAttributes<Option>> {
  declare name: string;
  declare value: string;

  static define(sequelize: Sequelize): void {
    this.init(
      {
        name: { type: DataTypes.TEXT, primaryKey: true, allowNull: false },
        value: { type: DataTypes.TEXT, allowNull: false },
      },
      { sequelize, tableName: "options" },
    );
  }
}
