import { DataTypes, Model, type InferAttributes, type InferCreationAttributes, type Sequelize } from "sequelize";

/** Clicks of an agent by half-month, summed over all links. `day` is the first day of the half-month. */
export abstract class ClicksOfAgent<M extends Model> extends Model<InferAttributes<M>, InferCreationAttributes<M>> {
  declare agentId: number;
  declare day: string;
  declare companyId: number;
  declare flags: number;
  declare raws: number;
  declare uniques: number;
  /** Bit mask as in StatsHalf. */
  declare days: number;
}

const count = { type: DataTypes.INTEGER, allowNull: false };
const key = { ...count, primaryKey: true };
export const agentClickColumns = () => ({
  agentId: { ...key },
  day: { ...key, type: DataTypes.DATEONLY },
  companyId: { ...key },
  flags: { ...key, type: DataTypes.SMALLINT },
  raws: { ...count },
  uniques: { ...count },
  days: { ...count },
});

export class StatsAgentHalf extends ClicksOfAgent<StatsAgentHalf> {
  static define(sequelize: Sequelize): void {
    this.init(agentClickColumns(), { sequelize, tableName: "stats_agent_half" });
  }
}
