import {
  DataTypes,
  Model,
  type CreationOptional,
  type InferAttributes,
  type InferCreationAttributes,
  type Sequelize,
} from "sequelize";

/** A half-month that is closed or paid, numbered YYYYMMH. A half-month without a row is open. */
export class PayPeriod extends Model<InferAttributes<PayPeriod>, InferCreationAttributes<PayPeriod>> {
  declare id: number;
  declare startDay: string;
  declare endDay: string;
  declare state: "closed" | "paid";
  declare phpPerUsd: CreationOptional<string | null>;
  declare closedAt: Date;
  declare closedBy: CreationOptional<number | null>;
  declare paidAt: CreationOptional<Date | null>;
  declare paidBy: CreationOptional<number | null>;
  declare hash: string;

  static define(sequelize: Sequelize): void {
    this.init(
      {
        id: { type: DataTypes.INTEGER, primaryKey: true, allowNull: false },
        startDay: { type: DataTypes.DATEONLY, allowNull: false, unique: "pay_periods_start_day_key" },
        endDay: { type: DataTypes.DATEONLY, allowNull: false },
        state: { type: DataTypes.TEXT, allowNull: false },
        phpPerUsd: { type: DataTypes.DECIMAL(12, 6) },
        closedAt: { type: DataTypes.DATE, allowNull: false },
        closedBy: { type: DataTypes.INTEGER, references: { model: "accounts", key: "id" } },
        paidAt: { type: DataTypes.DATE },
        paidBy: { type: DataTypes.INTEGER, references: { model: "accounts", key: "id" } },
        hash: { type: DataTypes.TEXT, allowNull: false },
      },
      { sequelize, tableName: "pay_periods" },
    );
  }
}
