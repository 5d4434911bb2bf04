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
import { Site } from "./site";
import { Agent } from "./agent";

/** A request of a site with everything it sent, and its result. */
export class Postback extends Model<InferAttributes<Postback>, InferCreationAttributes<Postback>> {
  declare id: CreationOptional<number>;
  declare receipt: string;
  declare receivedAt: Date;
  declare verdict: string;
  declare reason: CreationOptional<string | null>;
  declare siteId: CreationOptional<ForeignKey<Site["id"]> | null>;
  declare typeId: CreationOptional<number | null>;
  declare agentId: CreationOptional<ForeignKey<Agent["id"]> | null>;
  declare companyId: CreationOptional<number | null>;
  declare clickId: CreationOptional<string | null>;
  declare event: CreationOptional<string | null>;
  declare txid: CreationOptional<string | null>;
  declare status: CreationOptional<string | null>;
  declare ip: CreationOptional<string | null>;
  declare params: unknown;
  declare eventId: CreationOptional<number | null>;
  declare tries: CreationOptional<number>;
  declare nextTryAt: CreationOptional<Date | null>;
  declare decidedAt: CreationOptional<Date | null>;
  /** The parameter to blame, and the explanation in the answer. */
  declare field: CreationOptional<string | null>;
  declare detail: CreationOptional<string | null>;
  /** The host of the page whose pixel sent it, empty if it is unknown; null for a request with a secret. */
  declare pixelHost: CreationOptional<string | null>;

  declare site?: NonAttribute<Site>;
  declare agent?: NonAttribute<Agent>;

  static define(sequelize: Sequelize): void {
    this.init(
      {
        id: {
          type: DataTypes.BIGINT,
          primaryKey: true,
          allowNull: false,
          defaultValue: literal("nextval('postback_ids'::regclass)"),
        },
        receipt: { type: DataTypes.UUID, allowNull: false },
        receivedAt: { type: DataTypes.DATE, primaryKey: true, allowNull: false },
        verdict: { type: DataTypes.TEXT, allowNull: false },
        reason: { type: DataTypes.TEXT },
        siteId: { type: DataTypes.INTEGER },
        typeId: { type: DataTypes.INTEGER },
        agentId: { type: DataTypes.INTEGER },
        companyId: { type: DataTypes.INTEGER },
        clickId: { type: DataTypes.UUID },
        event: { type: DataTypes.TEXT },
        txid: { type: DataTypes.TEXT },
        status: { type: DataTypes.TEXT },
        ip: { type: DataTypes.INET },
        params: { type: DataTypes.JSONB, allowNull: false },
        eventId: { type: DataTypes.BIGINT },
        tries: { type: DataTypes.INTEGER, allowNull: false, defaultValue: 0 },
        nextTryAt: { type: DataTypes.DATE },
        decidedAt: { type: DataTypes.DATE },
        field: { type: DataTypes.TEXT },
        detail: { type: DataTypes.TEXT },
        pixelHost: { type: DataTypes.TEXT },
      },
      {
        sequelize,
        tableName: "postbacks",
        indexes: [{ name: "postbacks_receipt", unique: true, fields: ["received_at", "receipt"] }],
      },
    );
  }

  /** The table has no foreign keys because a request may refer to records that do not exist. */
  static relate(): void {
    this.belongsTo(Site, { as: "site", foreignKey: "siteId", constraints: false });
    this.belongsTo(Agent, { as: "agent", foreignKey: "agentId", constraints: false });
  }
}
