import {
  DataTypes,
  Model,
  type CreationOptional,
  type InferAttributes,
  type InferCreationAttributes,
  type Sequelize,
} from "sequelize";

/** A call or posted form with the status code of its answer. */
export class CommonLogRow extends Model<InferAttributes<CommonLogRow>, InferCreationAttributes<CommonLogRow>> {
  declare id: CreationOptional<number>;
  declare at: Date;
  declare role: CreationOptional<number | null>;
  declare accountId: CreationOptional<number | null>;
  declare username: CreationOptional<string | null>;
  declare by: CreationOptional<string | null>;
  declare accountName: CreationOptional<string | null>;
  declare agentId: CreationOptional<number | null>;
  declare agentName: CreationOptional<string | null>;
  declare companyId: CreationOptional<number | null>;
  declare officeName: CreationOptional<string | null>;
  declare ip: CreationOptional<string | null>;
  declare actionType: string;
  declare actionName: string;
  declare responseCode: number;
  declare postParams: CreationOptional<unknown>;
  declare getParams: CreationOptional<unknown>;
  declare auditIds: CreationOptional<number[]>;
  declare requestId: CreationOptional<string | null>;

  static define(sequelize: Sequelize): void {
    this.init(
      {
        id: { type: DataTypes.BIGINT, primaryKey: true, autoIncrement: true, allowNull: false },
        at: { type: DataTypes.DATE, allowNull: false },
        role: { type: DataTypes.SMALLINT },
        accountId: { type: DataTypes.INTEGER },
        username: { type: DataTypes.TEXT },
        by: { type: DataTypes.TEXT },
        accountName: { type: DataTypes.TEXT },
        agentId: { type: DataTypes.INTEGER },
        agentName: { type: DataTypes.TEXT },
        companyId: { type: DataTypes.INTEGER },
        officeName: { type: DataTypes.TEXT },
        ip: { type: DataTypes.INET },
        actionType: { type: DataTypes.TEXT, allowNull: false },
        actionName: { type: DataTypes.TEXT, allowNull: false },
        responseCode: { type: DataTypes.SMALLINT, allowNull: false },
        postParams: { type: DataTypes.JSONB },
        getParams: { type: DataTypes.JSONB },
        auditIds: { type: DataTypes.ARRAY(DataTypes.BIGINT), allowNull: false, defaultValue: [] },
        requestId: { type: DataTypes.TEXT },
      },
      { sequelize, tableName: "common_log" },
    );
  }
}
