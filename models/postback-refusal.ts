import { DataTypes, Model, type InferAttributes, type InferCreationAttributes, type Sequelize } from "sequelize";

/** Number of an address's refused postbacks that were stored in the minute that began at `since`. */
export class PostbackRefusal extends Model<InferAttributes<PostbackRefusal>, InferCreationAttributes<PostbackRefusal>> {
  /** For IPv6, the /64 network. */
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
