import type { Sequelize } from "sequelize";
import { StatsRow, measured } from "./stats-row";

/** Measures by New York day. */
export class StatsDay extends StatsRow<StatsDay> {
  static define(sequelize: Sequelize): void {
    this.init(
      {
        ...measured({ keyed: true }),
      },
      { sequelize, tableName: "stats_day" },
    );
  }
}
