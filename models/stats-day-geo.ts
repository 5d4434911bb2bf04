import { DataTypes, type Sequelize } from "sequelize";
import { StatsRow, measureColumns } from "./stats-row";

/** Measures by New York day and country. */
export class StatsDayGeo extends StatsRow<StatsDayGeo> {
  declare geo: string;

  static define(sequelize: Sequelize): void {
    this.init(
      {
        ...measureColumns({ keyed: true }),
        geo: { type: DataTypes.TEXT, primaryKey: true, allowNull: false },
      },
      { sequelize, tableName: "stats_day_geo" },
    );
  }
}
