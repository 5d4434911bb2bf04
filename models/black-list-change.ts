import {
  DataTypes,
  Model,
  type CreationOptional,
  type InferAttributes,
  type InferCreationAttributes,
  type Sequelize,
} from "sequelize";

/** An entry that was added to the black list or removed from it, with the version of the links. */
export class BlackListChange extends Model<InferAttributes<BlackListChange>, InferCreationAttributes<BlackListChange>> {
  declare id: CreationOptional<number>;
  declare version: number;
  declare entry: string;
  declare listed: boolean;

  static define(sequelize: Sequelize): void {
    this.init(
      {
        id: { type: DataTypes.BIGINT, primaryKey: true, autoIncrement: true, allowNull: false },
        version: { type: DataTypes.BIGINT, allowNull: false },
        entry: { type: DataTypes.TEXT, allowNull: false },
        listed: { type: DataTypes.BOOLEAN, allowNull: false },
      },
      { sequelize, tableName: "black_list_changes" },
    );
  }
}
