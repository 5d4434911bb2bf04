import { DataTypes, Model, type InferAttributes, type InferCreationAttributes, type Sequelize } from "sequelize";

/** A key that all processes share, encrypted in the database. */
export class StoredKey extends Model<InferAttributes<StoredKey>, InferCreationAttributes<StoredKey>> {
  declare name: string;
  declare sealed: Buffer;

  static define(sequelize: Sequelize): void {
    this.init(
      {
        name: { type: DataTypes.TEXT, primaryKey: true, allowNull: false },
        sealed: { type: DataTypes.BLOB, allowNull: false },
      },
      { sequelize, tableName: "kept_keys" },
    );
  }
}
