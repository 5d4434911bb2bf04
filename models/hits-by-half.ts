import { Model, type InferAttributes, type InferCreationAttributes, type Sequelize } from "sequelize";
import { officeHitColumns } from "./hits-by-day";

/** Clicks of every class by half-month, office and site. `day` is the first day of the half-month. */
export class HitsByHalf extends Model<InferAttributes<HitsByHalf>, InferCreationAttributes<HitsByHalf>> {
  declare day: string;
  declare companyId: number;
  declare siteId: number;
  declare hits: number;

  static define(sequelize: Sequelize): void {
    this.init({ ...officeHitColumns }, { sequelize, tableName: "hits_by_half" });
  }
}
