import type { Sequelize } from "sequelize";
import { StatsRow, measured } from "./stats-row";

/** Measures by half-month; day is the half-month's first. */
export class StatsHalf extends StatsRow<StatsHalf> {
  static define(sequelize: Sequelize): void {
    this.init(
      {
        ...measured({ keyed: true }),
      },
      { sequelize, tableName: "stats_half" },
    );
  }
}
