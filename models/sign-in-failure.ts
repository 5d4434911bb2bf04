import {
  DataTypes,
  Model,
  literal,
  type CreationOptional,
  type InferAttributes,
  type InferCreationAttributes,
  type Sequelize,
} from "sequelize";

/** A failed sign-in, or one in flight, kept for the throttle; the name need not belong to anybody. */
export class SignInFailure extends Model<InferAttributes<SignInFailure>, InferCreationAttributes<SignInFailure>> {
  declare id: CreationOptional<number>;
  /** Each act has limits of its own: asking for a mail five times must not end somebody's signing in. */
  declare act: CreationOptional<"sign-in" | "forgot" | "reset">;
  declare username: string;
  declare ip: CreationOptional<string | null>;
  declare at: CreationOptional<Date>;
  declare judged: CreationOptional<boolean>;

  static define(sequelize: Sequelize): void {
    this.init(
      {
        id: { type: DataTypes.BIGINT, primaryKey: true, autoIncrement: true, allowNull: false },
        act: { type: DataTypes.TEXT, allowNull: false, defaultValue: "sign-in" },
        username: { type: DataTypes.TEXT, allowNull: false },
        ip: { type: DataTypes.INET },
        at: { type: DataTypes.DATE, allowNull: false, defaultValue: literal("now()") },
        judged: { type: DataTypes.BOOLEAN, allowNull: false, defaultValue: true },
      },
      { sequelize, tableName: "sign_in_failures" },
    );
  }
}
