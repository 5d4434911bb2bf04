import {
  type CreationOptional,
  DataTypes,
  type ForeignKey,
  type InferAttributes,
  type InferCreationAttributes,
  literal,
  Model,
  type Sequelize,
} from "sequelize";
import { Account } from "./account";

/** An image used in a text, as it is served. */
export class Image extends Model<InferAttributes<Image>, InferCreationAttributes<Image>> {
  declare name: string;
  declare type: string;
  declare width: number;
  declare height: number;
  declare bytes: Buffer<ArrayBuffer>;
  declare accountId: ForeignKey<number>;
  declare uploadedAt: CreationOptional<Date>;
  /** Since when no text uses the image, as of the last check. */
  declare unusedSince: CreationOptional<Date | null>;

  static define(sequelize: Sequelize): void {
    this.init(
      {
        name: { type: DataTypes.TEXT, primaryKey: true, allowNull: false },
        type: { type: DataTypes.TEXT, allowNull: false },
        width: { type: DataTypes.INTEGER, allowNull: false },
        height: { type: DataTypes.INTEGER, allowNull: false },
        bytes: { type: DataTypes.BLOB, allowNull: false },
        accountId: { type: DataTypes.INTEGER, allowNull: false },
        uploadedAt: { type: DataTypes.DATE, allowNull: false, defaultValue: literal("now()") },
        unusedSince: { type: DataTypes.DATE },
      },
      { sequelize, tableName: "images" },
    );
  }

  static relate(): void {
    this.belongsTo(Account, { foreignKey: "accountId" });
  }
}
