import { DataTypes, Model, type InferAttributes, type InferCreationAttributes, type Sequelize } from "sequelize";

/**
 * Clicks of every class by New York day, office and site, summed over all agents. The table stays small because the
 * agent is not part of the key.
 */
export class HitsByDay extends Model<InferAttributes<HitsByDay>, InferCreationAttributes<HitsByDay>> {
  declare day: string;
  declare companyId: number;
  declare siteId: number;
  declare hits: number;

  static define(sequelize: Sequelize): void {
    this.init(officeHitColumns, { sequelize, tableName: "hits_by_day" });
  }
}

const count = { type: DataTypes.INTEGER, allowNull: false };
const key = { ...count, primaryKey: true };
export const officeHitColumns = {
  day: { ...key, type: DataTypes.DATEONLY },
  companyId: { ...key },
  siteId: { ...key },
  hits: { ...count },
};
