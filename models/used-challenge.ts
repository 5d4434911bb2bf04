import {
  DataTypes,
  Model,
  literal,
  type CreationOptional,
  type InferAttributes,
  type InferCreationAttributes,
  type Sequelize,
} from "sequelize";

/** A challenge for a passkey that was answered, correctly or not. */
export class UsedChallenge extends Model<InferAttributes<UsedChallenge>, InferCreationAttributes<UsedChallenge>> {
  declare hash: Buffer;
  declare usedAt: CreationOptional<Date>;

  static define(sequelize: Sequelize): void {
    this.init(
      {
        hash: { type: DataTypes.BLOB, primaryKey: true, allowNull: false },
        usedAt: { type: DataTypes.DATE, allowNull: false, defaultValue: literal("now()") },
      },
      { sequelize, tableName: "used_challenges" },
    );
  }
}
