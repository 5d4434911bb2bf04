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

/** A secret with which a site reports. Only its keyed hash is stored. */
export class SiteSecret extends Model<InferAttributes<SiteSecret>, InferCreationAttributes<SiteSecret>> {
  declare id: CreationOptional<number>;
  declare siteId: ForeignKey<Site["id"]>;
  declare hash: Buffer;
  declare hint: string;
  declare createdAt: CreationOptional<Date>;
  declare lastUsedAt: CreationOptional<Date | null>;
  declare revokedAt: CreationOptional<Date | null>;

  declare site?: NonAttribute<Site>;

  static define(sequelize: Sequelize): void {
    this.init(
      {
        id: { type: DataTypes.INTEGER, primaryKey: true, autoIncrement: true, allowNull: false },
        siteId: { type: DataTypes.INTEGER, allowNull: false },
        hash: { type: DataTypes.BLOB, allowNull: false, unique: "site_secrets_hash_key" },
        hint: { type: DataTypes.TEXT, allowNull: false },
        createdAt: { type: DataTypes.DATE, allowNull: false, defaultValue: literal("now()") },
        lastUsedAt: { type: DataTypes.DATE },
        revokedAt: { type: DataTypes.DATE },
      },
      { sequelize, tableName: "site_secrets" },
    );
  }

  static relate(): void {
    this.belongsTo(Site, { as: "site", foreignKey: "siteId", onDelete: "CASCADE" });
    Site.hasMany(this, { as: "secrets", foreignKey: "siteId" });
  }
}
