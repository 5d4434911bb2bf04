import { DataTypes, Model, type InferAttributes, type InferCreationAttributes, type Sequelize } from "sequelize";

/**
 * The clicks of one stored batch: the number that they share, when the first and the last of them were clicked, and how
 * many they are. Batch 0 covers the clicks from before there were numbers, and does not count them.
 */
export class ClickBatch extends Model<InferAttributes<ClickBatch>, InferCreationAttributes<ClickBatch>> {
  declare arrival: number;
  declare firstClickedAt: Date;
  declare lastClickedAt: Date;
  declare clicks: number;

  static define(sequelize: Sequelize): void {
    this.init(
      {
        arrival: { type: DataTypes.BIGINT, primaryKey: true, allowNull: false },
        firstClickedAt: { type: DataTypes.DATE, allowNull: false },
        lastClickedAt: { type: DataTypes.DATE, allowNull: false },
        clicks: { type: DataTypes.INTEGER, allowNull: false },
      },
      { sequelize, tableName: "click_batches" },
    );
  }
}
