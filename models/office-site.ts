import {
  DataTypes,
  Model,
  type ForeignKey,
  type InferAttributes,
  type InferCreationAttributes,
  type NonAttribute,
  type Sequelize,
} from "sequelize";
import { Office } from "./office";
import { Site } from "./site";

/** A site that is enabled for an office. */
export class OfficeSite extends Model<InferAttributes<OfficeSite>, InferCreationAttributes<OfficeSite>> {
  declare companyId: ForeignKey<Office["id"]>;
  declare siteId: ForeignKey<Site["id"]>;

  declare office?: NonAttribute<Office>;
  declare site?: NonAttribute<Site>;

  static define(sequelize: Sequelize): void {
    this.init(
      {
        companyId: { type: DataTypes.INTEGER, primaryKey: true, allowNull: false },
        siteId: { type: DataTypes.INTEGER, primaryKey: true, allowNull: false },
      },
      { sequelize, tableName: "office_sites" },
    );
  }

  static relate(): void {
    this.belongsTo(Office, { as: "office", foreignKey: "companyId" });
    Office.hasMany(this, { as: "officeSites", foreignKey: "companyId" });
    this.belongsTo(Site, { as: "site", foreignKey: "siteId", onDelete: "CASCADE" });
    Site.hasMany(this, { as: "officeSites", foreignKey: "siteId" });
  }
}
