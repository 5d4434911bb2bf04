import { DataTypes, type Sequelize } from "sequelize";
import { ClicksOfLink, linkClickColumns } from "./clicks-by-day";

/** Clicks by New York day, link and country. */
export class ClicksByDayGeo extends ClicksOfLink<ClicksByDayGeo> {
  declare geo: string;

  static define(sequelize: Sequelize): void {
    this.init(
      { ...linkClickColumns(), geo: { type: DataTypes.TEXT, primaryKey: true, allowNull: false } },
      { sequelize, tableName: "clicks_by_day_geo" },
    );
  }
}
