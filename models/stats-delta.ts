import { DataTypes, type CreationOptional, type Sequelize } from "sequelize";
import { StatsRow, measureColumns } from "./stats-row";

/** Measures that are not yet rolled up into the tables of totals. */
export class StatsDelta extends StatsRow<StatsDelta> {
  declare seq: CreationOptional<number>;
  declare geo: string;

  static define(sequelize: Sequelize): void {
    this.init(
      {
        ...measureColumns({ keyed: false }),
        seq: { type: DataTypes.BIGINT, primaryKey: true, autoIncrement: true, allowNull: false },
        geo: { type: DataTypes.TEXT, allowNull: false },
      },
      { sequelize, tableName: "stats_delta" },
    );
  }
}
