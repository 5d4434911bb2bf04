import {
  DataTypes,
  Model,
  literal,
  type CreationOptional,
  type ForeignKey,
  type InferAttributes,
  type InferCreationAttributes,
  type NonAttribute,
  type Sequelize,
} from "sequelize";
import { Site } from "./site";

/** A key with which the pages of a site report. It is public, so its reports are pending until somebody confirms them. */
export class SitePixelKey extends Model<InferAttributes<SitePixelKey>, InferCreationAttributes<SitePixelKey>> {
  declare id: CreationOptional<number>;
  declare siteId: ForeignKey<Site["id"]>;
  declare key: string;
  /** The keyed hash by which a request and the log of postbacks name it. */
  declare hash: Buffer;
  declare createdAt: CreationOptional<Date>;
  declare lastUsedAt: CreationOptional<Date | null>;
  declare revokedAt: CreationOptional<Date | null>;

  declare site?: NonAttribute<Site>;

  static define(sequelize: Sequelize): void {
    this.init(
      {
        id: { type: DataTypes.INTEGER, primaryKey: true, autoIncrement: true, allowNull: false },
        siteId: { type: DataTypes.INTEGER, allowNull: false },
        key: { type: DataTypes.TEXT, allowNull: false },
        hash: { type: DataTypes.BLOB, allowNull: false, unique: "site_pixel_keys_hash_key" },
        createdAt: { type: DataTypes.DATE, allowNull: false, defaultValue: literal("now()") },
        lastUsedAt: { type: DataTypes.DATE },
        revokedAt: { type: DataTypes.DATE },
      },
      { sequelize, tableName: "site_pixel_keys" },
    );
  }

  static relate(): void {
    this.belongsTo(Site, { as: "site", foreignKey: "siteId", onDelete: "CASCADE" });
    Site.hasMany(this, { as: "pixelKeys", foreignKey: "siteId" });
  }
}
