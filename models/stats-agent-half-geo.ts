import { DataTypes, Model, type InferAttributes, type InferCreationAttributes, type Sequelize } from "sequelize";
import { clicksOfAgent } from "./stats-agent-half";

/** The same by country. */
export class StatsAgentHalfGeo extends Model<
  InferAttributes<StatsAgentHalfGeo>,
  InferCreationAttributes<StatsAgentHalfGeo>
> {
  declare agentId: number;
  declare day: string;
  declare geo: string;
  declare companyId: number;
  declare flags: number;
  declare raws: number;
  declare uniques: number;
  declare days: number;

  static define(sequelize: Sequelize): void {
    this.init(
      { ...clicksOfAgent, geo: { type: DataTypes.TEXT, primaryKey: true, allowNull: false } },
      { sequelize, tableName: "stats_agent_half_geo" },
    );
  }
}
