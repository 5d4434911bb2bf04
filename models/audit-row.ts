import {
  DataTypes,
  Model,
  literal,
  type CreationOptional,
  type InferAttributes,
  type InferCreationAttributes,
  type Sequelize,
} from "sequelize";

/** A change made by a command, and the account for which it was made. */
export class AuditRow extends Model<InferAttributes<AuditRow>, InferCreationAttributes<AuditRow>> {
  declare id: CreationOptional<number>;
  declare at: CreationOptional<Date>;
  declare operation: string;
  declare accountId: CreationOptional<number | null>;
  declare username: CreationOptional<string | null>;
  declare by: CreationOptional<string | null>;
  declare onBehalfOf: CreationOptional<number | null>;
  declare sessionId: CreationOptional<number | null>;
  declare record: string;
  declare recordId: string;
  declare before: CreationOptional<unknown>;
  declare after: CreationOptional<unknown>;

  static define(sequelize: Sequelize): void {
    this.init(
      {
        id: { type: DataTypes.BIGINT, primaryKey: true, autoIncrement: true, allowNull: false },
        at: { type: DataTypes.DATE, allowNull: false, defaultValue: literal("now()") },
        operation: { type: DataTypes.TEXT, allowNull: false },
        accountId: { type: DataTypes.INTEGER },
        username: { type: DataTypes.TEXT },
        by: { type: DataTypes.TEXT },
        onBehalfOf: { type: DataTypes.INTEGER },
        sessionId: { type: DataTypes.BIGINT },
        record: { type: DataTypes.TEXT, allowNull: false },
        recordId: { type: DataTypes.TEXT, allowNull: false },
        before: { type: DataTypes.JSONB },
        after: { type: DataTypes.JSONB },
      },
      { sequelize, tableName: "audit" },
    );
  }
}
