import { DataTypes, type Sequelize } from "sequelize";
import { StatsRow, measureColumns } from "./stats-row";

/** Measures by half-month and country. `day` is the first day of the half-month. */
export class StatsHalfGeo extends StatsRow<StatsHalfGeo> {
  declare geo: string;
  /** Bit mask as in StatsHalf. */
  declare days: number;

  static define(sequelize: Sequelize): void {
    this.init(
      {
        ...measureColumns({ keyed: true }),
        geo: { type: DataTypes.TEXT, primaryKey: true, allowNull: false },
        days: { type: DataTypes.INTEGER, allowNull: false },
      },
      { sequelize, tableName: "stats_half_geo" },
    );
  }
}
