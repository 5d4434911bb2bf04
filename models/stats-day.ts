import type { Sequelize } from "sequelize";
import { StatsRow, measureColumns } from "./stats-row";

/** Measures by New York day. */
export class StatsDay extends StatsRow<StatsDay> {
  static define(sequelize: Sequelize): void {
    this.init(
      {
        ...measureColumns({ keyed: true }),
      },
      { sequelize, tableName: "stats_day" },
    );
  }
}
