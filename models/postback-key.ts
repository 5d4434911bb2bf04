import { DataTypes, Model, type InferAttributes, type InferCreationAttributes, type Sequelize } from "sequelize";

/** What makes an event happen once: the hash of what a site calls it by. */
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
