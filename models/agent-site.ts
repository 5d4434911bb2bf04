import {
  DataTypes,
  Model,
  type ForeignKey,
  type InferAttributes,
  type InferCreationAttributes,
  type NonAttribute,
  type Sequelize,
} from "sequelize";
import { Agent } from "./agent";
import { Site } from "./site";

/** A site that is enabled for an agent. It takes effect only where the agent's office has the site too. */
export class AgentSite extends Model<InferAttributes<AgentSite>, InferCreationAttributes<AgentSite>> {
  declare agentId: ForeignKey<Agent["id"]>;
  declare siteId: ForeignKey<Site["id"]>;

  declare agent?: NonAttribute<Agent>;
  declare site?: NonAttribute<Site>;

  static define(sequelize: Sequelize): void {
    this.init(
      {
        agentId: { type: DataTypes.INTEGER, primaryKey: true, allowNull: false },
        siteId: { type: DataTypes.INTEGER, primaryKey: true, allowNull: false },
      },
      { sequelize, tableName: "agent_sites" },
    );
  }

  static relate(): void {
    this.belongsTo(Agent, { as: "agent", foreignKey: "agentId" });
    Agent.hasMany(this, { as: "agentSites", foreignKey: "agentId" });
    this.belongsTo(Site, { as: "site", foreignKey: "siteId", onDelete: "CASCADE" });
    Site.hasMany(this, { as: "agentSites", foreignKey: "siteId" });
  }
}
