import {
  DataTypes,
  Model,
  literal,
  type CreationOptional,
  type InferAttributes,
  type InferCreationAttributes,
  type Sequelize,
} from "sequelize";

/** A captcha that has been answered, correctly or not. */
export class UsedCaptcha extends Model<InferAttributes<UsedCaptcha>, InferCreationAttributes<UsedCaptcha>> {
  declare id: string;
  declare usedAt: CreationOptional<Date>;

  static define(sequelize: Sequelize): void {
    this.init(
      {
        id: { type: DataTypes.TEXT, primaryKey: true, allowNull: false },
        usedAt: { type: DataTypes.DATE, allowNull: false, defaultValue: literal("now()") },
      },
      { sequelize, tableName: "used_captchas" },
    );
  }
}
