import {
  DataTypes,
  Model,
  literal,
  type CreationOptional,
  type ForeignKey,
  type InferAttributes,
  type InferCreationAttributes,
  type Sequelize,
} from "sequelize";
import { type Actor, hasRole } from "../server/kernel/operation/roles";
import { Agent } from "./agent";
import { Office } from "./office";
import { Site } from "./site";

const account = { type: DataTypes.INTEGER, references: { model: "accounts", key: "id" } };

/** Answered by what is known about the sale; open for the manager; forwarded to the admins; booked or declined. */
export const CLAIM_STATES = ["answered", "open", "forwarded", "booked", "declined"] as const;
export type ClaimState = (typeof CLAIM_STATES)[number];

/** A sale that an agent or a manager misses. */
export class Claim extends Model<InferAttributes<Claim>, InferCreationAttributes<Claim>> {
  declare id: CreationOptional<number>;
  /** Null for a claim of the office. */
  declare agentId: ForeignKey<Agent["id"]> | null;
  /** The office at that time. */
  declare companyId: ForeignKey<Office["id"]>;
  declare siteId: ForeignKey<Site["id"]>;
  declare day: string;
  declare customerEmail: CreationOptional<string | null>;
  declare txid: CreationOptional<string | null>;
  declare note: string;
  declare furtherNote: CreationOptional<string | null>;
  declare answer: string;
  /** Sales and postbacks as the Link doctor found them for the person. */
  declare evidence: Record<string, unknown>;
  declare state: ClaimState;
  declare createdAt: CreationOptional<Date>;
  declare createdBy: number;
  declare openedAt: CreationOptional<Date | null>;
  declare decidedAt: CreationOptional<Date | null>;
  declare decidedBy: CreationOptional<number | null>;
  declare reason: CreationOptional<string | null>;
  declare eventId: CreationOptional<number | null>;
  declare lineId: CreationOptional<number | null>;
  declare version: CreationOptional<number>;

  /** Their own for an agent, those of their office for a manager, all for an admin. */
  static visibleTo(actor: Actor): { where: { agentId?: number; companyId?: number } } {
    if (hasRole(actor, "admin")) return { where: {} };
    return { where: hasRole(actor, "company") ? { companyId: actor.companyId ?? 0 } : { agentId: actor.agentId ?? 0 } };
  }

  static define(sequelize: Sequelize): void {
    this.init(
      {
        id: { type: DataTypes.INTEGER, primaryKey: true, autoIncrement: true, allowNull: false },
        agentId: { type: DataTypes.INTEGER },
        companyId: { type: DataTypes.INTEGER, allowNull: false },
        siteId: { type: DataTypes.INTEGER, allowNull: false },
        day: { type: DataTypes.DATEONLY, allowNull: false },
        customerEmail: { type: DataTypes.TEXT },
        txid: { type: DataTypes.TEXT },
        note: { type: DataTypes.TEXT, allowNull: false },
        furtherNote: { type: DataTypes.TEXT },
        answer: { type: DataTypes.TEXT, allowNull: false },
        evidence: { type: DataTypes.JSONB, allowNull: false },
        state: { type: DataTypes.TEXT, allowNull: false },
        createdAt: { type: DataTypes.DATE, allowNull: false, defaultValue: literal("now()") },
        createdBy: { ...account, allowNull: false },
        openedAt: { type: DataTypes.DATE },
        decidedAt: { type: DataTypes.DATE },
        decidedBy: { ...account },
        reason: { type: DataTypes.TEXT },
        eventId: { type: DataTypes.BIGINT },
        lineId: { type: DataTypes.BIGINT },
        version: { type: DataTypes.INTEGER, allowNull: false, defaultValue: 1 },
      },
      { sequelize, tableName: "claims", version: true },
    );
  }

  static relate(): void {
    this.belongsTo(Agent, { as: "agent", foreignKey: "agentId" });
    Agent.hasMany(this, { as: "claims", foreignKey: "agentId" });
    this.belongsTo(Office, { as: "office", foreignKey: "companyId" });
    this.belongsTo(Site, { as: "site", foreignKey: "siteId", onDelete: "CASCADE" });
  }
}
