import {
  DataTypes,
  literal,
  Model,
  Op,
  type CreationOptional,
  type InferAttributes,
  type InferCreationAttributes,
  type Sequelize,
} from "sequelize";
import { databaseTime } from "./database-time";

/** A single row; its age on a replica is how far the replica is behind. */
export class Heartbeat extends Model<InferAttributes<Heartbeat>, InferCreationAttributes<Heartbeat>> {
  declare single: CreationOptional<boolean>;
  declare beatAt: Date;

  /** Sets the time, unless another machine did so within the last 0.9 seconds. */
  static async beat(): Promise<void> {
    const outdated = { [Op.lt]: literal("clock_timestamp() - interval '0.9 s'") };
    const inFuture = { [Op.gt]: literal("clock_timestamp()") };
    const [updated] = await this.update(
      { beatAt: databaseTime },
      { where: { beatAt: { [Op.or]: [outdated, inFuture] } } },
    );
    // Another machine was first, or the table has no row yet.
    if (updated === 0) await this.bulkCreate([{ beatAt: databaseTime }], { ignoreDuplicates: true });
  }

  static define(sequelize: Sequelize): void {
    this.init(
      {
        single: { type: DataTypes.BOOLEAN, primaryKey: true, allowNull: false, defaultValue: true },
        beatAt: { type: DataTypes.DATE, allowNull: false },
      },
      { sequelize, tableName: "heartbeat" },
    );
  }
}
