import { DataTypes, Model, type InferAttributes, type InferCreationAttributes, type Sequelize } from "sequelize";
import { clicksOfLink } from "./clicks-by-day";

/** The same by country. */
export class ClicksByDayGeo extends Model<InferAttributes<ClicksByDayGeo>, InferCreationAttributes<ClicksByDayGeo>> {
  declare day: string;
  declare geo: string;
  declare typeId: number;
  declare siteId: number;
  declare flags: number;
  declare raws: number;
  declare uniques: number;

  static define(sequelize: Sequelize): void {
    this.init(
      { ...clicksOfLink, geo: { type: DataTypes.TEXT, primaryKey: true, allowNull: false } },
      { sequelize, tableName: "clicks_by_day_geo" },
    );
  }
}
