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
import { type Actor, levels } from "../server/kernel/operation/roles";
import { Account } from "./account";
import { Agent } from "./agent";
import { Office } from "./office";

/** "signed" is a POST of JSON with a signature; "postback" is a GET of an address with macros, for trackers. */
export type WebhookFormat = "signed" | "postback";

/**
 * The address of another system that receives events. With an agent, it receives those of their sales; without an office,
 * those of the whole network. The office of an agent's endpoint is theirs when it was created, and decides nothing.
 */
export class WebhookEndpoint extends Model<InferAttributes<WebhookEndpoint>, InferCreationAttributes<WebhookEndpoint>> {
  declare id: CreationOptional<number>;
  declare companyId: ForeignKey<Office["id"]> | null;
  declare agentId: CreationOptional<ForeignKey<Agent["id"]> | null>;
  declare format: WebhookFormat;
  declare name: CreationOptional<string>;
  declare url: string;
  declare events: string[];
  /** Sealed. */
  declare secret: Buffer;
  /** Sealed. Signs beside the new one for a day after a rotation. */
  declare previousSecret: CreationOptional<Buffer | null>;
  declare rotatedAt: CreationOptional<Date | null>;
  declare createdBy: ForeignKey<Account["id"]> | null;
  declare createdAt: CreationOptional<Date>;
  declare enabled: CreationOptional<boolean>;
  /** When the server disabled the endpoint; null while a person's choice alone decides. */
  declare disabledAt: CreationOptional<Date | null>;
  /** "failures": no event could be delivered. "maker": the access of the person who created it ended, in any state. */
  declare disabledReason: CreationOptional<"failures" | "maker" | null>;
  /** The first failure since the last success. */
  declare failingSince: CreationOptional<Date | null>;
  /** Failed attempts since the last success. */
  declare tries: CreationOptional<number>;
  declare nextTryAt: CreationOptional<Date | null>;
  /** Until then, one process of one server sends to it. */
  declare leasedUntil: CreationOptional<Date | null>;
  declare version: CreationOptional<number>;

  declare office?: NonAttribute<Office>;
  declare agent?: NonAttribute<Agent>;
  declare creator?: NonAttribute<Account>;

  /** Superadmins see every endpoint, managers those of their office, agents their own. */
  static visibleTo({ role, companyId, agentId }: Actor) {
    if (role === levels.superadmin) return { where: {} };
    return { where: role === levels.agent ? { agentId: agentId ?? 0 } : { companyId: companyId ?? 0, agentId: null } };
  }

  static define(sequelize: Sequelize): void {
    this.init(
      {
        id: { type: DataTypes.INTEGER, primaryKey: true, autoIncrement: true, allowNull: false },
        companyId: { type: DataTypes.INTEGER },
        agentId: { type: DataTypes.INTEGER },
        format: { type: DataTypes.TEXT, allowNull: false },
        name: { type: DataTypes.TEXT, allowNull: false, defaultValue: "" },
        url: { type: DataTypes.TEXT, allowNull: false },
        events: { type: DataTypes.ARRAY(DataTypes.TEXT), allowNull: false },
        secret: { type: DataTypes.BLOB, allowNull: false },
        previousSecret: { type: DataTypes.BLOB },
        rotatedAt: { type: DataTypes.DATE },
        createdBy: { type: DataTypes.INTEGER },
        createdAt: { type: DataTypes.DATE, allowNull: false, defaultValue: literal("now()") },
        enabled: { type: DataTypes.BOOLEAN, allowNull: false, defaultValue: true },
        disabledAt: { type: DataTypes.DATE },
        disabledReason: { type: DataTypes.TEXT },
        failingSince: { type: DataTypes.DATE },
        tries: { type: DataTypes.INTEGER, allowNull: false, defaultValue: 0 },
        nextTryAt: { type: DataTypes.DATE },
        leasedUntil: { type: DataTypes.DATE },
        version: { type: DataTypes.INTEGER, allowNull: false, defaultValue: 1 },
      },
      { sequelize, tableName: "webhook_endpoints", version: true },
    );
  }

  static relate(): void {
    this.belongsTo(Office, { as: "office", foreignKey: "companyId", onDelete: "CASCADE" });
    Office.hasMany(this, { as: "webhookEndpoints", foreignKey: "companyId" });
    this.belongsTo(Agent, { as: "agent", foreignKey: "agentId", onDelete: "CASCADE" });
    Agent.hasMany(this, { as: "webhookEndpoints", foreignKey: "agentId" });
    this.belongsTo(Account, { as: "creator", foreignKey: "createdBy", onDelete: "SET NULL" });
  }
}
