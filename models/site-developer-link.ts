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

/** A link to the public page for the developers of a site. Only the hash of its token is stored. */
export class SiteDeveloperLink extends Model<
  InferAttributes<SiteDeveloperLink>,
  InferCreationAttributes<SiteDeveloperLink>
> {
  declare id: CreationOptional<number>;
  declare siteId: ForeignKey<Site["id"]>;
  declare tokenHash: Buffer;
  declare createdAt: CreationOptional<Date>;
  declare expiresAt: CreationOptional<Date>;
  declare lastUsedAt: CreationOptional<Date | null>;
  declare revokedAt: CreationOptional<Date | null>;

  declare site?: NonAttribute<Site>;

  static define(sequelize: Sequelize): void {
    this.init(
      {
        id: { type: DataTypes.INTEGER, primaryKey: true, autoIncrement: true, allowNull: false },
        siteId: { type: DataTypes.INTEGER, allowNull: false },
        tokenHash: { type: DataTypes.BLOB, allowNull: false, unique: "site_developer_links_token_hash_key" },
        createdAt: { type: DataTypes.DATE, allowNull: false, defaultValue: literal("now()") },
        expiresAt: {
          type: DataTypes.DATE,
          allowNull: false,
          defaultValue: literal("(now() + '365 days'::interval)"),
        },
        lastUsedAt: { type: DataTypes.DATE },
        revokedAt: { type: DataTypes.DATE },
      },
      {
        sequelize,
        tableName: "site_developer_links",
        indexes: [
          { name: "site_developer_links_active", unique: true, fields: ["site_id"], where: { revoked_at: null } },
        ],
      },
    );
  }

  static relate(): void {
    this.belongsTo(Site, { as: "site", foreignKey: "siteId", onDelete: "CASCADE" });
    Site.hasMany(this, { as: "developerLinks", foreignKey: "siteId" });
  }
}
