import { DataTypes, type Sequelize } from "sequelize";
import { StatsRow, measureColumns } from "./stats-row";

/** Measures by half-month. `day` is the first day of the half-month. */
export class StatsHalf extends StatsRow<StatsHalf> {
  /** Bit mask of the days of the half-month that have raws or events. 1 is the first day. */
  declare days: number;

  static define(sequelize: Sequelize): void {
    this.init(
      {
        ...measureColumns({ keyed: true }),
        days: { type: DataTypes.INTEGER, allowNull: false },
      },
      { sequelize, tableName: "stats_half" },
    );
  }
}
