import {
  DataTypes,
  Model,
  Op,
  type CreationOptional,
  type ForeignKey,
  type InferAttributes,
  type InferCreationAttributes,
  type Sequelize,
} from "sequelize";
import { Agent } from "./agent";
import { PaymentRun } from "./payment-run";
import type { PayoutMethod } from "./payout-details";

/** The payment of a run to one agent, for all of their accounts together. Its amounts are the ledger lines of the run. */
export class Payment extends Model<InferAttributes<Payment>, InferCreationAttributes<Payment>> {
  declare runId: ForeignKey<PaymentRun["id"]>;
  declare agentId: ForeignKey<Agent["id"]>;
  /** Position within the run. */
  declare number: number;
  declare failedAt: CreationOptional<Date | null>;
  declare failedBy: CreationOptional<number | null>;
  declare failedReason: CreationOptional<string | null>;
  /** The destination when the run was made; null without one, and in runs of earlier releases. */
  declare payoutMethod: CreationOptional<PayoutMethod | null>;
  declare payoutPayee: CreationOptional<"agent" | "office" | null>;
  /** The lines, sealed. Also null once their owner is deleted. */
  declare payoutSealed: CreationOptional<Buffer | null>;
  declare payoutChangedAt: CreationOptional<Date | null>;
  declare payoutChangedBy: CreationOptional<number | null>;
  /** The number of other payees who had the same destination. */
  declare payoutSharedWith: CreationOptional<number | null>;

  /** Clears where an agent was paid to, except through their office, in all runs. */
  static async eraseDestinations(agentId: number): Promise<void> {
    await this.update(
      { payoutSealed: null },
      { where: { agentId, payoutPayee: "agent", payoutSealed: { [Op.not]: null } } },
    );
  }

  static define(sequelize: Sequelize): void {
    this.init(
      {
        runId: { type: DataTypes.INTEGER, primaryKey: true, allowNull: false },
        agentId: { type: DataTypes.INTEGER, primaryKey: true, allowNull: false },
        number: { type: DataTypes.INTEGER, allowNull: false },
        failedAt: { type: DataTypes.DATE },
        failedBy: { type: DataTypes.INTEGER, references: { model: "accounts", key: "id" } },
        failedReason: { type: DataTypes.TEXT },
        payoutMethod: { type: DataTypes.TEXT },
        payoutPayee: { type: DataTypes.TEXT },
        payoutSealed: { type: DataTypes.BLOB },
        payoutChangedAt: { type: DataTypes.DATE },
        payoutChangedBy: { type: DataTypes.INTEGER, references: { model: "accounts", key: "id" } },
        payoutSharedWith: { type: DataTypes.INTEGER },
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
