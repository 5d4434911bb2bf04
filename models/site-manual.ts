import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type NonAttribute,
  type Sequelize,
} from "sequelize";
import { Site } from "./site";

/** The sales manual of a site, at most one per site. */
export class SiteManual extends Model<InferAttributes<SiteManual>, InferCreationAttributes<SiteManual>> {
  declare id: CreationOptional<number>;
  declare siteId: number;
  declare title: string;
  declare html: string;
  declare version: CreationOptional<number>;

  declare site?: NonAttribute<Site>;

  static define(sequelize: Sequelize): void {
    this.init(
      {
        id: { type: DataTypes.INTEGER, primaryKey: true, autoIncrement: true, allowNull: false },
        siteId: { type: DataTypes.INTEGER, allowNull: false, unique: "site_manuals_site_id_key" },
        title: { type: DataTypes.TEXT, allowNull: false },
        html: { type: DataTypes.TEXT, allowNull: false },
        version: { type: DataTypes.INTEGER, allowNull: false, defaultValue: 1 },
      },
      { sequelize, tableName: "site_manuals", version: true },
    );
  }

  static relate(): void {
    this.belongsTo(Site, { as: "site", foreignKey: "siteId", onDelete: "CASCADE" });
  }
}
