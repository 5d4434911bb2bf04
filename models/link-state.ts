import {
  DataTypes,
  Model,
  type CreationOptional,
  type InferAttributes,
  type InferCreationAttributes,
  type Sequelize,
} from "sequelize";

/** A single row whose version changes whenever links change, so that every process reloads them. */
export class LinkState extends Model<InferAttributes<LinkState>, InferCreationAttributes<LinkState>> {
  declare single: CreationOptional<boolean>;
  declare version: CreationOptional<number>;
  /** Changes of the black list after this version are still stored. */
  declare blackListSince: CreationOptional<number>;

  static define(sequelize: Sequelize): void {
    this.init(
      {
        single: { type: DataTypes.BOOLEAN, primaryKey: true, allowNull: false, defaultValue: true },
        version: { type: DataTypes.BIGINT, allowNull: false, defaultValue: 1 },
        blackListSince: { type: DataTypes.BIGINT, allowNull: false, defaultValue: 1 },
      },
      { sequelize, tableName: "link_state" },
    );
  }
}
