import { DataTypes, Model, type InferAttributes, type InferCreationAttributes, type Sequelize } from "sequelize";

/** One AVP tier, in effect from a half-month on. */
export class AvpTier extends Model<InferAttributes<AvpTier>, InferCreationAttributes<AvpTier>> {
  declare validFrom: string;
  declare index: number;
  declare fromCount: number;
  declare toCount: number;
  declare payoutPhp: string;
  declare payoutDollars: string;

  static define(sequelize: Sequelize): void {
    this.init(
      {
        validFrom: { type: DataTypes.DATEONLY, primaryKey: true, allowNull: false },
        index: { type: DataTypes.INTEGER, primaryKey: true, allowNull: false },
        fromCount: { type: DataTypes.INTEGER, allowNull: false },
        toCount: { type: DataTypes.INTEGER, allowNull: false },
        payoutPhp: { type: DataTypes.DECIMAL(12, 2), allowNull: false },
        payoutDollars: { type: DataTypes.DECIMAL(12, 2), allowNull: false },
      },
      { sequelize, tableName: "avp_tiers" },
    );
  }
}
