import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  literal,
  Model,
  type Sequelize,
} from "sequelize";

/** The text of a user agent, keyed by its hash. */
export class UserAgent extends Model<InferAttributes<UserAgent>, InferCreationAttributes<UserAgent>> {
  declare id: number;
  declare text: string;
  /** The last New York day on which clicks with it were stored. */
  declare usedOn: CreationOptional<string>;

  static define(sequelize: Sequelize): void {
    this.init(
      {
        id: { type: DataTypes.BIGINT, primaryKey: true, allowNull: false },
        text: { type: DataTypes.TEXT, allowNull: false },
        usedOn: { type: DataTypes.DATEONLY, allowNull: false, defaultValue: literal("(now())::date") },
      },
      { sequelize, tableName: "user_agents" },
    );
  }
}
