import { DataTypes, Model, type InferAttributes, type InferCreationAttributes, type Sequelize } from "sequelize";

/** Refused postbacks of an address that were stored in the minute that began at `since`. */
export class PostbackRefusal extends Model<InferAttributes<PostbackRefusal>, InferCreationAttributes<PostbackRefusal>> {
  /** Of IPv6 its network of 64 bits. */
  declare address: string;
  declare since: Date;
  declare stored: number;

  static define(sequelize: Sequelize): void {
    this.init(
      {
        address: { type: DataTypes.TEXT, primaryKey: true, allowNull: false },
        since: { type: DataTypes.DATE, allowNull: false },
        stored: { type: DataTypes.INTEGER, allowNull: false },
      },
      { sequelize, tableName: "postback_refusals" },
    );
  }
}
