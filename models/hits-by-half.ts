import { Model, type InferAttributes, type InferCreationAttributes, type Sequelize } from "sequelize";
import { hitsOfOffices } from "./hits-by-day";

/** The same by half-month; day is the half-month's first. */
export class HitsByHalf extends Model<InferAttributes<HitsByHalf>, InferCreationAttributes<HitsByHalf>> {
  declare day: string;
  declare companyId: number;
  declare siteId: number;
  declare hits: number;

  static define(sequelize: Sequelize): void {
    this.init({ ...hitsOfOffices }, { sequelize, tableName: "hits_by_half" });
  }
}
