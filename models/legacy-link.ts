import {
  DataTypes,
  Model,
  type CreationOptional,
  type InferAttributes,
  type InferCreationAttributes,
  type Sequelize,
} from "sequelize";

/** Redirect target here for a link code of an old server. */
export class LegacyLink extends Model<InferAttributes<LegacyLink>, InferCreationAttributes<LegacyLink>> {
  declare id: CreationOptional<number>;
  declare code: string;
  declare siteId: number;
  declare typeId: number;
  declare agentId: number;

  static define(sequelize: Sequelize): void {
    this.init(
      {
        id: { type: DataTypes.INTEGER, primaryKey: true, autoIncrement: true, allowNull: false },
        code: { type: DataTypes.TEXT, allowNull: false, unique: "legacy_links_code_key" },
        siteId: { type: DataTypes.INTEGER, allowNull: false },
        typeId: { type: DataTypes.INTEGER, allowNull: false },
        agentId: { type: DataTypes.INTEGER, allowNull: false },
      },
      { sequelize, tableName: "legacy_links" },
    );
  }
}
