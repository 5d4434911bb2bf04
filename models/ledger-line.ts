import {
  DataTypes,
  Model,
  literal,
  type CreationOptional,
  type ForeignKey,
  type InferAttributes,
  type InferCreationAttributes,
  type NonAttribute,
  type Sequelize,
} from "sequelize";
import { Agent } from "./agent";
import { Office } from "./office";
import type { PaymentRun } from "./payment-run";
import { Type } from "./type";

/** A line of the append-only ledger. */
export class LedgerLine extends Model<InferAttributes<LedgerLine>, InferCreationAttributes<LedgerLine>> {
  declare id: CreationOptional<number>;
  declare periodId: number;
  declare agentId: ForeignKey<Agent["id"]>;
  declare companyId: ForeignKey<Office["id"]>;
  declare kind: "event" | "correction" | "adjustment" | "advance" | "penalty" | "payment";
  declare typeId: CreationOptional<ForeignKey<Type["id"]> | null>;
  declare basis: CreationOptional<string | null>;
  declare count: CreationOptional<number | null>;
  declare php: string;
  /** For an event line: pesos of a single event. */
  declare eachPhp: CreationOptional<string | null>;
  declare usd: CreationOptional<string | null>;
  declare agent: string;
  declare officeName: string;
  declare reason: CreationOptional<string | null>;
  declare byAccountId: CreationOptional<number | null>;
  declare at: CreationOptional<Date>;
  /** For a correction: the line of the original. For a payment that is returned: its line. */
  declare refersTo: CreationOptional<number | null>;
  /** For a payment: the paid period. */
  declare settles: CreationOptional<number | null>;
  /** For a payment: its run. Payments before there were runs have none. */
  declare runId: CreationOptional<ForeignKey<PaymentRun["id"]> | null>;

  declare employee?: NonAttribute<Agent>;
  declare office?: NonAttribute<Office>;
  declare type?: NonAttribute<Type>;
  declare original?: NonAttribute<LedgerLine>;

  static define(sequelize: Sequelize): void {
    this.init(
      {
        id: { type: DataTypes.BIGINT, primaryKey: true, autoIncrement: true, allowNull: false },
        periodId: { type: DataTypes.INTEGER, allowNull: false },
        agentId: { type: DataTypes.INTEGER, allowNull: false },
        companyId: { type: DataTypes.INTEGER, allowNull: false },
        kind: { type: DataTypes.TEXT, allowNull: false },
        typeId: { type: DataTypes.INTEGER },
        basis: { type: DataTypes.TEXT },
        count: { type: DataTypes.INTEGER },
        php: { type: DataTypes.DECIMAL(14, 2), allowNull: false },
        eachPhp: { type: DataTypes.DECIMAL(14, 2) },
        usd: { type: DataTypes.DECIMAL(14, 2) },
        agent: { type: DataTypes.TEXT, allowNull: false },
        officeName: { type: DataTypes.TEXT, allowNull: false },
        reason: { type: DataTypes.TEXT },
        byAccountId: { type: DataTypes.INTEGER, references: { model: "accounts", key: "id" } },
        at: { type: DataTypes.DATE, allowNull: false, defaultValue: literal("now()") },
        refersTo: { type: DataTypes.BIGINT },
        settles: { type: DataTypes.INTEGER },
        runId: { type: DataTypes.INTEGER, references: { model: "payment_runs", key: "id" } },
      },
      {
        sequelize,
        tableName: "ledger",
        indexes: [
          {
            name: "ledger_frozen_once",
            unique: true,
            fields: ["period_id", "agent_id", "company_id", "type_id", "basis"],
            where: { kind: "event" },
          },
          {
            name: "ledger_paid_once",
            unique: true,
            fields: ["settles", "agent_id", "company_id"],
            where: { kind: "payment", run_id: null },
          },
          {
            name: "ledger_paid_in_run",
            unique: true,
            fields: ["run_id", "agent_id", "company_id"],
            where: { kind: "payment", refers_to: null },
          },
          { name: "ledger_returned_once", unique: true, fields: ["refers_to"], where: { kind: "payment" } },
        ],
      },
    );
  }

  static relate(): void {
    this.belongsTo(Agent, { as: "employee", foreignKey: "agentId" });
    this.belongsTo(Office, { as: "office", foreignKey: "companyId" });
    this.belongsTo(Type, { as: "type", foreignKey: "typeId" });
    this.belongsTo(LedgerLine, { as: "original", foreignKey: "refersTo" });
  }
}
