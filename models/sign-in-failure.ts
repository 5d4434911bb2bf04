import {
  DataTypes,
  Model,
  literal,
  type CreationOptional,
  type InferAttributes,
  type InferCreationAttributes,
  type Sequelize,
} from "sequelize";

/** A failed sign-in, or one in flight, kept for the throttle. The username need not exist. */
export class SignInFailure extends Model<InferAttributes<SignInFailure>, InferCreationAttributes<SignInFailure>> {
  declare id: CreationOptional<number>;
  /** Each act has its own limits: five requests for a reset mail must not block the account's sign-in. */
  declare act: CreationOptional<"sign-in" | "device" | "forgot" | "reset" | "question" | "picture">;
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
