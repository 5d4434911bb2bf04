import { DataTypes, type Sequelize } from "sequelize";
import { StatsRow, measured } from "./stats-row";

/** Measures by half-month; day is the half-month's first. */
export class StatsHalf extends StatsRow<StatsHalf> {
  /** A bit for each day of the half-month, 1 for its first, on which there were raws or events. */
  declare days: number;

  static define(sequelize: Sequelize): void {
    this.init(
      {
        ...measured({ keyed: true }),
        days: { type: DataTypes.INTEGER, allowNull: false },
      },
      { sequelize, tableName: "stats_half" },
    );
  }
}
