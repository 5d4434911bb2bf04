import {
  DataTypes,
  Model,
  type CreationOptional,
  type InferAttributes,
  type InferCreationAttributes,
  type Sequelize,
} from "sequelize";

/** An address or network whose clicks do not count. */
export class BlackListEntry extends Model<InferAttributes<BlackListEntry>, InferCreationAttributes<BlackListEntry>> {
  declare id: CreationOptional<number>;
  declare ip: string;

  static define(sequelize: Sequelize): void {
    this.init(
      {
        id: { type: DataTypes.INTEGER, primaryKey: true, autoIncrement: true, allowNull: false },
        ip: { type: DataTypes.CIDR, allowNull: false, unique: "black_list_ip_key" },
      },
      { sequelize, tableName: "black_list" },
    );
  }
}
