import {
  DataTypes,
  Model,
  type CreationOptional,
  type ForeignKey,
  type InferAttributes,
  type InferCreationAttributes,
  type NonAttribute,
  type Sequelize,
} from "sequelize";
import { type Actor, hasRole } from "../server/kernel/operation/roles";
import { Account } from "./account";
import { Agent } from "./agent";
import { Office } from "./office";
import { Site } from "./site";

export const SIGNAL_KINDS = [
  "silent",
  "refused",
  "conversion",
  "reversals",
  "instant",
  "destination",
  "domain",
] as const;
export type SignalKind = (typeof SIGNAL_KINDS)[number];

/** A fault that a rule found, until it is clear. */
export class Signal extends Model<InferAttributes<Signal>, InferCreationAttributes<Signal>> {
  declare id: CreationOptional<number>;
  declare kind: SignalKind;
  /** The ID of the site, agent, account or domain that it is about. */
  declare subject: number;
  declare siteId: ForeignKey<Site["id"]> | null;
  declare agentId: ForeignKey<Agent["id"]> | null;
  /** The office whose manager sees it; null for admins and superadmins alone. */
  declare companyId: ForeignKey<Office["id"]> | null;
  declare openedAt: Date;
  declare closedAt: CreationOptional<Date | null>;
  declare sentence: string;
  declare expected: string;
  declare evidence: Record<string, unknown>;
  declare acknowledgedAt: CreationOptional<Date | null>;
  declare acknowledgedBy: CreationOptional<ForeignKey<Account["id"]> | null>;
  declare note: CreationOptional<string | null>;
  /** The New York day of the last mail that listed it. */
  declare mailedOn: CreationOptional<string | null>;

  declare acknowledger?: NonAttribute<Account | null>;

  /** Admins and superadmins see all, managers those of their office. */
  static visibleTo(actor: Actor) {
    return { where: hasRole(actor, "admin") ? {} : { companyId: actor.companyId ?? 0 } };
  }

  static define(sequelize: Sequelize): void {
    this.init(
      {
        id: { type: DataTypes.INTEGER, primaryKey: true, autoIncrement: true, allowNull: false },
        kind: { type: DataTypes.TEXT, allowNull: false },
        subject: { type: DataTypes.INTEGER, allowNull: false },
        siteId: { type: DataTypes.INTEGER },
        agentId: { type: DataTypes.INTEGER },
        companyId: { type: DataTypes.INTEGER },
        openedAt: { type: DataTypes.DATE, allowNull: false },
        closedAt: { type: DataTypes.DATE },
        sentence: { type: DataTypes.TEXT, allowNull: false },
        expected: { type: DataTypes.TEXT, allowNull: false },
        evidence: { type: DataTypes.JSONB, allowNull: false },
        acknowledgedAt: { type: DataTypes.DATE },
        acknowledgedBy: { type: DataTypes.INTEGER },
        note: { type: DataTypes.TEXT },
        mailedOn: { type: DataTypes.DATEONLY },
      },
      {
        sequelize,
        tableName: "signals",
        indexes: [{ name: "signals_open", unique: true, fields: ["kind", "subject"], where: { closed_at: null } }],
      },
    );
  }

  static relate(): void {
    this.belongsTo(Site, { as: "site", foreignKey: "siteId", onDelete: "CASCADE" });
    this.belongsTo(Agent, { as: "agent", foreignKey: "agentId", onDelete: "CASCADE" });
    Agent.hasMany(this, { as: "signals", foreignKey: "agentId" });
    this.belongsTo(Office, { as: "office", foreignKey: "companyId", onDelete: "CASCADE" });
    this.belongsTo(Account, { as: "acknowledger", foreignKey: "acknowledgedBy", onDelete: "SET NULL" });
  }
}
