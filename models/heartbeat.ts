import {
  DataTypes,
  Model,
  type CreationOptional,
  type InferAttributes,
  type InferCreationAttributes,
  type Sequelize,
} from "sequelize";

/** The single row whose age on a replica says how far that one is behind. */
export class Heartbeat extends Model<InferAttributes<Heartbeat>, InferCreationAttributes<Heartbeat>> {
  declare single: CreationOptional<boolean>;
  declare beatAt: Date;

  static define(sequelize: Sequelize): void {
    this.init(
      {
        single: { type: DataTypes.BOOLEAN, primaryKey: true, allowNull: false, defaultValue: true },
        beatAt: { type: DataTypes.DATE, allowNull: false },
      },
      { sequelize, tableName: "heartbeat" },
    );
  }
}
