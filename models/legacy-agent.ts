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
import { Agent } from "./agent";

/** A link of the older server, and its site and type here. */
export type LegacyCode = { code: string; siteId: number; typeId: number };

/** An agent of the older server, staged until they are moved here. */
export class LegacyAgent extends Model<InferAttributes<LegacyAgent>, InferCreationAttributes<LegacyAgent>> {
  declare legacyId: string;
  declare username: string;
  declare passwordHash: CreationOptional<string | null>;
  declare passwordSealed: CreationOptional<Buffer | null>;
  declare firstName: string;
  declare lastName: string;
  declare email: string;
  declare officeName: string;
  declare campaignId: string;
  declare registeredAt: CreationOptional<Date | null>;
  declare ready: boolean;
  declare codes: LegacyCode[];
  declare skipped: CreationOptional<string | null>;
  declare agentId: CreationOptional<ForeignKey<Agent["id"]> | null>;
  declare migratedAt: CreationOptional<Date | null>;

  declare agent?: NonAttribute<Agent>;

  static define(sequelize: Sequelize): void {
    this.init(
      {
        legacyId: { type: DataTypes.TEXT, primaryKey: true, allowNull: false },
        username: { type: DataTypes.TEXT, allowNull: false },
        passwordHash: { type: DataTypes.TEXT },
        passwordSealed: { type: DataTypes.BLOB },
        firstName: { type: DataTypes.TEXT, allowNull: false },
        lastName: { type: DataTypes.TEXT, allowNull: false },
        email: { type: DataTypes.TEXT, allowNull: false },
        officeName: { type: DataTypes.TEXT, allowNull: false },
        campaignId: { type: DataTypes.TEXT, allowNull: false },
        registeredAt: { type: DataTypes.DATE },
        ready: { type: DataTypes.BOOLEAN, allowNull: false },
        codes: { type: DataTypes.JSONB, allowNull: false },
        skipped: { type: DataTypes.TEXT },
        agentId: { type: DataTypes.INTEGER, unique: "legacy_agents_agent_id_key" },
        migratedAt: { type: DataTypes.DATE },
      },
      { sequelize, tableName: "legacy_agents" },
    );
  }

  static relate(): void {
    this.belongsTo(Agent, { as: "agent", foreignKey: "agentId" });
    Agent.hasOne(this, { as: "legacy", foreignKey: "agentId" });
  }
}
