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

const account = { type: DataTypes.INTEGER, references: { model: "accounts", key: "id" } };

/** An agent who is not paid until they are released. Their balance carries over. */
export class PaymentHold extends Model<InferAttributes<PaymentHold>, InferCreationAttributes<PaymentHold>> {
  declare id: CreationOptional<number>;
  declare agentId: ForeignKey<Agent["id"]>;
  declare reason: string;
  declare heldAt: Date;
  declare heldBy: CreationOptional<number | null>;
  declare releasedAt: CreationOptional<Date | null>;
  declare releasedBy: CreationOptional<number | null>;

  static define(sequelize: Sequelize): void {
    this.init(
      {
        id: { type: DataTypes.BIGINT, primaryKey: true, autoIncrement: true, allowNull: false },
        agentId: { type: DataTypes.INTEGER, allowNull: false },
        reason: { type: DataTypes.TEXT, allowNull: false },
        heldAt: { type: DataTypes.DATE, allowNull: false },
        heldBy: { ...account },
        releasedAt: { type: DataTypes.DATE },
        releasedBy: { ...account },
      },
      {
        sequelize,
        tableName: "payment_holds",
        indexes: [{ name: "payment_holds_once", unique: true, fields: ["agent_id"], where: { released_at: null } }],
      },
    );
  }

  static relate(): void {
    this.belongsTo(Agent, { as: "agent", foreignKey: "agentId" });
  }
}
