import {
  DataTypes,
  Model,
  type CreationOptional,
  type ForeignKey,
  type InferAttributes,
  type InferCreationAttributes,
  type Sequelize,
} from "sequelize";
import { Agent } from "./agent";
import { Office } from "./office";

/** A version of where an agent or an office receives money. The newest one counts; runs keep the one they used. */
export class PayoutDetails extends Model<InferAttributes<PayoutDetails>, InferCreationAttributes<PayoutDetails>> {
  declare id: CreationOptional<number>;
  declare agentId: CreationOptional<ForeignKey<Agent["id"]> | null>;
  declare companyId: CreationOptional<ForeignKey<Office["id"]> | null>;
  /** Method and lines as encrypted JSON. Null once the agent is deleted. */
  declare sealed: CreationOptional<Buffer | null>;
  declare changedAt: Date;
  declare changedBy: CreationOptional<number | null>;

  static define(sequelize: Sequelize): void {
    this.init(
      {
        id: { type: DataTypes.BIGINT, primaryKey: true, autoIncrement: true, allowNull: false },
        agentId: { type: DataTypes.INTEGER },
        companyId: { type: DataTypes.INTEGER },
        sealed: { type: DataTypes.BLOB },
        changedAt: { type: DataTypes.DATE, allowNull: false },
        changedBy: { type: DataTypes.INTEGER, references: { model: "accounts", key: "id" } },
      },
      { sequelize, tableName: "payout_details" },
    );
  }

  static relate(): void {
    this.belongsTo(Agent, { as: "agent", foreignKey: "agentId" });
    this.belongsTo(Office, { as: "office", foreignKey: "companyId" });
  }
}
