import {
  DataTypes,
  Model,
  literal,
  type CreationOptional,
  type InferAttributes,
  type InferCreationAttributes,
  type Sequelize,
} from "sequelize";

/** A mail that the mail server has not taken yet, encrypted. Written in the transaction of the change that it reports. */
export class WaitingMail extends Model<InferAttributes<WaitingMail>, InferCreationAttributes<WaitingMail>> {
  declare id: CreationOptional<number>;
  declare sealed: Buffer;
  declare createdAt: CreationOptional<Date>;
  declare tries: CreationOptional<number>;
  declare nextTryAt: CreationOptional<Date>;

  static define(sequelize: Sequelize): void {
    this.init(
      {
        id: { type: DataTypes.BIGINT, primaryKey: true, autoIncrement: true, allowNull: false },
        sealed: { type: DataTypes.BLOB, allowNull: false },
        createdAt: { type: DataTypes.DATE, allowNull: false, defaultValue: literal("now()") },
        tries: { type: DataTypes.INTEGER, allowNull: false, defaultValue: 0 },
        nextTryAt: { type: DataTypes.DATE, allowNull: false, defaultValue: literal("now()") },
      },
      { sequelize, tableName: "mails" },
    );
  }
}
