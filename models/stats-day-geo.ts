import { DataTypes, type Sequelize } from "sequelize";
import { StatsRow, measured } from "./stats-row";

/** Measures by New York day and country. */
export class StatsDayGeo extends StatsRow<StatsDayGeo> {
  declare geo: string;

  static define(sequelize: Sequelize): void {
    this.init(
      {
        ...measured({ keyed: true }),
        geo: { type: DataTypes.TEXT, primaryKey: true, allowNull: false },
      },
      { sequelize, tableName: "stats_day_geo" },
    );
  }
}
