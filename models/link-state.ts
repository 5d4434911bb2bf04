import {
  DataTypes,
  Model,
  type CreationOptional,
  type InferAttributes,
  type InferCreationAttributes,
  type Sequelize,
} from "sequelize";

/** The single row whose version tells every process that links have changed. */
export class LinkState extends Model<InferAttributes<LinkState>, InferCreationAttributes<LinkState>> {
  declare single: CreationOptional<boolean>;
  declare version: CreationOptional<number>;
  /** Changes of the black list after this version are kept. */
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
