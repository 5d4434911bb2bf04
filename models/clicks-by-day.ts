import { DataTypes, Model, type InferAttributes, type InferCreationAttributes, type Sequelize } from "sequelize";

/** Clicks by New York day and link, of all agents together: a small table, which no agent is the key of. */
export class ClicksByDay extends Model<InferAttributes<ClicksByDay>, InferCreationAttributes<ClicksByDay>> {
  declare day: string;
  declare typeId: number;
  declare siteId: number;
  declare flags: number;
  declare raws: number;
  declare uniques: number;

  static define(sequelize: Sequelize): void {
    this.init(clicksOfLink, { sequelize, tableName: "clicks_by_day" });
  }
}

const count = { type: DataTypes.INTEGER, allowNull: false };
const key = { ...count, primaryKey: true };
export const clicksOfLink = {
  day: { ...key, type: DataTypes.DATEONLY },
  typeId: { ...key },
  siteId: { ...count },
  flags: { ...key, type: DataTypes.SMALLINT },
  raws: { ...count },
  uniques: { ...count },
};
