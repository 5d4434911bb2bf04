import {
  DataTypes,
  Model,
  type CreationOptional,
  type InferAttributes,
  type InferCreationAttributes,
  type Sequelize,
} from "sequelize";

/** An address under which an office hands out its links. */
export class Domain extends Model<InferAttributes<Domain>, InferCreationAttributes<Domain>> {
  declare id: CreationOptional<number>;
  declare domain: string;
  declare description: CreationOptional<string>;
  declare hidden: CreationOptional<boolean>;
  declare version: CreationOptional<number>;

  static define(sequelize: Sequelize): void {
    this.init(
      {
        id: { type: DataTypes.INTEGER, primaryKey: true, autoIncrement: true, allowNull: false },
        domain: { type: DataTypes.TEXT, allowNull: false, unique: "domains_domain_key" },
        description: { type: DataTypes.TEXT, allowNull: false, defaultValue: "" },
        hidden: { type: DataTypes.BOOLEAN, allowNull: false, defaultValue: false },
        version: { type: DataTypes.INTEGER, allowNull: false, defaultValue: 1 },
      },
      { sequelize, tableName: "domains", version: true },
    );
  }
}
