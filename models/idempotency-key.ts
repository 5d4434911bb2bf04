import {
  DataTypes,
  Model,
  literal,
  type CreationOptional,
  type InferAttributes,
  type InferCreationAttributes,
  type Sequelize,
} from "sequelize";

/** The first answer to a form or call that may arrive twice. */
export class IdempotencyKey extends Model<InferAttributes<IdempotencyKey>, InferCreationAttributes<IdempotencyKey>> {
  declare accountId: number;
  declare key: string;
  declare operation: string;
  declare answer: CreationOptional<Buffer | null>;
  /** Keyed hash of the input; null where a repeat may differ (forms). */
  declare inputHash: CreationOptional<Buffer | null>;
  declare at: CreationOptional<Date>;

  static define(sequelize: Sequelize): void {
    this.init(
      {
        accountId: { type: DataTypes.INTEGER, primaryKey: true, allowNull: false },
        key: { type: DataTypes.TEXT, primaryKey: true, allowNull: false },
        operation: { type: DataTypes.TEXT, allowNull: false },
        answer: { type: DataTypes.BLOB },
        inputHash: { type: DataTypes.BLOB },
        at: { type: DataTypes.DATE, allowNull: false, defaultValue: literal("now()") },
      },
      { sequelize, tableName: "once" },
    );
  }
}
