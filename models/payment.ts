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
import { PaymentRun } from "./payment-run";

/** The payment of a run to one agent, for all of their accounts together. Its amounts are the ledger lines of the run. */
export class Payment extends Model<InferAttributes<Payment>, InferCreationAttributes<Payment>> {
  declare runId: ForeignKey<PaymentRun["id"]>;
  declare agentId: ForeignKey<Agent["id"]>;
  /** Position within the run. */
  declare number: number;
  declare failedAt: CreationOptional<Date | null>;
  declare failedBy: CreationOptional<number | null>;
  declare failedReason: CreationOptional<string | null>;

  static define(sequelize: Sequelize): void {
    this.init(
      {
        runId: { type: DataTypes.INTEGER, primaryKey: true, allowNull: false },
        agentId: { type: DataTypes.INTEGER, primaryKey: true, allowNull: false },
        number: { type: DataTypes.INTEGER, allowNull: false },
        failedAt: { type: DataTypes.DATE },
        failedBy: { type: DataTypes.INTEGER, references: { model: "accounts", key: "id" } },
        failedReason: { type: DataTypes.TEXT },
      },
      {
        sequelize,
        tableName: "payments",
        indexes: [{ name: "payments_number", unique: true, fields: ["run_id", "number"] }],
      },
    );
  }

  static relate(): void {
    this.belongsTo(PaymentRun, { as: "run", foreignKey: "runId" });
    this.belongsTo(Agent, { as: "agent", foreignKey: "agentId" });
  }
}
