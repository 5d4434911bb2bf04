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
import { Site } from "./site";

/** A conversation between an agent and a client, as the agent submitted it. */
export class ChatLog extends Model<InferAttributes<ChatLog>, InferCreationAttributes<ChatLog>> {
  declare id: CreationOptional<number>;
  declare agentId: ForeignKey<Agent["id"]>;
  /** The agent's office at that time. */
  declare companyId: ForeignKey<Office["id"]>;
  declare siteId: ForeignKey<Site["id"]>;
  declare clientUsername: string;
  declare conversation: string;
  declare submitTime: Date;

  static define(sequelize: Sequelize): void {
    this.init(
      {
        id: { type: DataTypes.BIGINT, primaryKey: true, autoIncrement: true, allowNull: false },
        agentId: { type: DataTypes.INTEGER, allowNull: false },
        companyId: { type: DataTypes.INTEGER, allowNull: false },
        siteId: { type: DataTypes.INTEGER, allowNull: false },
        clientUsername: { type: DataTypes.TEXT, allowNull: false },
        conversation: { type: DataTypes.TEXT, allowNull: false },
        submitTime: { type: DataTypes.DATE, allowNull: false },
      },
      { sequelize, tableName: "chat_logs" },
    );
  }

  static relate(): void {
    this.belongsTo(Agent, { as: "agent", foreignKey: "agentId" });
    Agent.hasMany(this, { as: "chatLogs", foreignKey: "agentId" });
    this.belongsTo(Office, { as: "office", foreignKey: "companyId" });
    this.belongsTo(Site, { as: "site", foreignKey: "siteId", onDelete: "CASCADE" });
  }
}
