import { DataTypes, Model, type InferAttributes, type InferCreationAttributes, type Sequelize } from "sequelize";

/** Deduplication key of an event: the hash of the site's identifiers for it. */
export class PostbackKey extends Model<InferAttributes<PostbackKey>, InferCreationAttributes<PostbackKey>> {
  declare key: Buffer;
  declare agentId: number;
  declare occurredAt: Date;
  declare eventId: number;

  static define(sequelize: Sequelize): void {
    this.init(
      {
        key: { type: DataTypes.BLOB, primaryKey: true, allowNull: false },
        agentId: { type: DataTypes.INTEGER, allowNull: false },
        occurredAt: { type: DataTypes.DATE, allowNull: false },
        eventId: { type: DataTypes.BIGINT, allowNull: false },
      },
      { sequelize, tableName: "postback_keys" },
    );
  }
}
