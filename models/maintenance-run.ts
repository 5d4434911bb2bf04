import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type Sequelize,
} from "sequelize";

/** A finished backup, integrity check or purge, with its figures. */
export class MaintenanceRun extends Model<InferAttributes<MaintenanceRun>, InferCreationAttributes<MaintenanceRun>> {
  declare id: CreationOptional<number>;
  declare kind: string;
  declare beganAt: Date;
  declare endedAt: Date;
  declare figures: unknown;

  static define(sequelize: Sequelize): void {
    this.init(
      {
        id: { type: DataTypes.BIGINT, primaryKey: true, autoIncrement: true, allowNull: false },
        kind: { type: DataTypes.TEXT, allowNull: false },
        beganAt: { type: DataTypes.DATE, allowNull: false },
        endedAt: { type: DataTypes.DATE, allowNull: false },
        figures: { type: DataTypes.JSONB, allowNull: false },
      },
      { sequelize, tableName: "upkeep" },
    );
  }
}
