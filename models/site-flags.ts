import {
  DataTypes,
  Model,
  type ForeignKey,
  type InferAttributes,
  type InferCreationAttributes,
  type NonAttribute,
  type Sequelize,
} from "sequelize";
import { Site } from "./site";

/** A site's flags from a moment on. The newest row up to a moment is in effect. */
export class SiteFlags extends Model<InferAttributes<SiteFlags>, InferCreationAttributes<SiteFlags>> {
  declare siteId: ForeignKey<Site["id"]>;
  declare since: Date;
  declare useApproveSale: boolean;
  declare avp: boolean;

  declare site?: NonAttribute<Site>;

  static define(sequelize: Sequelize): void {
    this.init(
      {
        siteId: { type: DataTypes.INTEGER, primaryKey: true, allowNull: false },
        since: { type: DataTypes.DATE, primaryKey: true, allowNull: false },
        useApproveSale: { type: DataTypes.BOOLEAN, allowNull: false },
        avp: { type: DataTypes.BOOLEAN, allowNull: false },
      },
      { sequelize, tableName: "site_flags" },
    );
  }

  static relate(): void {
    this.belongsTo(Site, { as: "site", foreignKey: "siteId", onDelete: "CASCADE" });
    Site.hasMany(this, { as: "flags", foreignKey: "siteId" });
  }
}
