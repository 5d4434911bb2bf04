import {
  col,
  DataTypes,
  fn,
  literal,
  Model,
  type CreationOptional,
  type FindAttributeOptions,
  type InferAttributes,
  type InferCreationAttributes,
  type Sequelize,
} from "sequelize";

/** An address or network whose clicks do not count. */
export class BlackListEntry extends Model<InferAttributes<BlackListEntry>, InferCreationAttributes<BlackListEntry>> {
  declare id: CreationOptional<number>;
  declare ip: string;
  declare reason: CreationOptional<string>;
  /** Username at that time; null for entries from before this was recorded, and for those of the server itself. */
  declare addedBy: CreationOptional<string | null>;
  declare addedAt: CreationOptional<Date | null>;

  /** Id and address in readable form: "192.0.2.7" or "192.0.2.0/24". */
  static readonly readableAttributes: FindAttributeOptions = ["id", [fn("black_list_text", col("ip")), "ip"]];

  static define(sequelize: Sequelize): void {
    this.init(
      {
        id: { type: DataTypes.INTEGER, primaryKey: true, autoIncrement: true, allowNull: false },
        ip: { type: DataTypes.CIDR, allowNull: false, unique: "black_list_ip_key" },
        reason: { type: DataTypes.TEXT, allowNull: false, defaultValue: "" },
        addedBy: { type: DataTypes.TEXT },
        addedAt: { type: DataTypes.DATE, defaultValue: literal("now()") },
      },
      { sequelize, tableName: "black_list" },
    );
  }
}
