import { DataTypes, Model, type InferAttributes, type InferCreationAttributes, type Sequelize } from "sequelize";

/**
 * Clicks by New York day and link, summed over all agents. The table stays small because the agent is not part of the
 * key.
 */
export abstract class ClicksOfLink<M extends Model> extends Model<InferAttributes<M>, InferCreationAttributes<M>> {
  declare day: string;
  declare typeId: number;
  declare siteId: number;
  declare flags: number;
  declare raws: number;
  declare uniques: number;
}

const count = { type: DataTypes.INTEGER, allowNull: false };
const key = { ...count, primaryKey: true };
export const linkClickColumns = () => ({
  day: { ...key, type: DataTypes.DATEONLY },
  typeId: { ...key },
  siteId: { ...count },
  flags: { ...key, type: DataTypes.SMALLINT },
  raws: { ...count },
  uniques: { ...count },
});

export class ClicksByDay extends ClicksOfLink<ClicksByDay> {
  static define(sequelize: Sequelize): void {
    this.init(linkClickColumns(), { sequelize, tableName: "clicks_by_day" });
  }
}
