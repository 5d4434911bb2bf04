import { DataTypes, type Sequelize } from "sequelize";
import { ClicksOfAgent, agentClickColumns } from "./stats-agent-half";

/** Clicks of an agent by half-month and country. */
export class StatsAgentHalfGeo extends ClicksOfAgent<StatsAgentHalfGeo> {
  declare geo: string;

  static define(sequelize: Sequelize): void {
    this.init(
      { ...agentClickColumns(), geo: { type: DataTypes.TEXT, primaryKey: true, allowNull: false } },
      { sequelize, tableName: "stats_agent_half_geo" },
    );
  }
}
