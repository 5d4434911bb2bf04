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
import { Site } from "./site";
import { Type } from "./type";
import { Price } from "./price";

/** A sale (0), bonus (1) or click (2) that a site reported, with the price at that time. A reversal has the sign -1. */
export class SaleEvent extends Model<InferAttributes<SaleEvent>, InferCreationAttributes<SaleEvent>> {
  declare id: CreationOptional<number>;
  declare occurredAt: Date;
  declare day: string;
  declare receivedAt: Date;
  declare agentId: ForeignKey<Agent["id"]>;
  declare companyId: ForeignKey<Office["id"]>;
  declare siteId: ForeignKey<Site["id"]>;
  declare typeId: ForeignKey<Type["id"]>;
  declare flags: number;
  declare event: number;
  declare sign: number;
  declare lpp: number;
  declare earning: string;
  declare payout: string;
  declare priceSource: string;
  declare priceId: CreationOptional<ForeignKey<Price["id"]> | null>;
  declare clickId: string;
  declare geo: string;
  declare txid: CreationOptional<string | null>;
  declare email: CreationOptional<string | null>;
  declare referer: CreationOptional<string | null>;
  declare amount: CreationOptional<string | null>;
  declare currency: CreationOptional<string | null>;
  declare reverses: CreationOptional<number | null>;
  declare reason: CreationOptional<string | null>;
  declare stolenCard: CreationOptional<boolean>;
  declare resolvedAt: CreationOptional<Date | null>;
  declare resolvedBy: CreationOptional<number | null>;

  declare agent?: NonAttribute<Agent>;
  declare office?: NonAttribute<Office>;
  declare site?: NonAttribute<Site>;
  declare type?: NonAttribute<Type>;
  declare price?: NonAttribute<Price>;

  static define(sequelize: Sequelize): void {
    this.init(
      {
        id: {
          type: DataTypes.BIGINT,
          primaryKey: true,
          allowNull: false,
          defaultValue: literal("nextval('sale_event_ids'::regclass)"),
        },
        occurredAt: { type: DataTypes.DATE, primaryKey: true, allowNull: false },
        day: { type: DataTypes.DATEONLY, allowNull: false },
        receivedAt: { type: DataTypes.DATE, allowNull: false },
        agentId: { type: DataTypes.INTEGER, primaryKey: true, allowNull: false },
        companyId: { type: DataTypes.INTEGER, allowNull: false },
        siteId: { type: DataTypes.INTEGER, allowNull: false },
        typeId: { type: DataTypes.INTEGER, allowNull: false },
        flags: { type: DataTypes.SMALLINT, allowNull: false },
        event: { type: DataTypes.SMALLINT, allowNull: false },
        sign: { type: DataTypes.SMALLINT, allowNull: false },
        lpp: { type: DataTypes.INTEGER, allowNull: false },
        earning: { type: DataTypes.DECIMAL(12, 2), allowNull: false },
        payout: { type: DataTypes.DECIMAL(12, 2), allowNull: false },
        priceSource: { type: DataTypes.TEXT, allowNull: false },
        priceId: { type: DataTypes.INTEGER },
        clickId: { type: DataTypes.UUID, allowNull: false },
        geo: { type: DataTypes.TEXT, allowNull: false },
        txid: { type: DataTypes.TEXT },
        email: { type: DataTypes.TEXT },
        referer: { type: DataTypes.TEXT },
        amount: { type: DataTypes.TEXT },
        currency: { type: DataTypes.TEXT },
        reverses: { type: DataTypes.BIGINT },
        reason: { type: DataTypes.TEXT },
        stolenCard: { type: DataTypes.BOOLEAN, allowNull: false, defaultValue: false },
        resolvedAt: { type: DataTypes.DATE },
        resolvedBy: { type: DataTypes.INTEGER },
      },
      { sequelize, tableName: "sale_events" },
    );
  }

  /** The table has no foreign keys, so that it can be distributed by agent. */
  static relate(): void {
    this.belongsTo(Agent, { as: "agent", foreignKey: "agentId", constraints: false });
    this.belongsTo(Office, { as: "office", foreignKey: "companyId", constraints: false });
    this.belongsTo(Site, { as: "site", foreignKey: "siteId", constraints: false });
    this.belongsTo(Type, { as: "type", foreignKey: "typeId", constraints: false });
    this.belongsTo(Price, { as: "price", foreignKey: "priceId", constraints: false });
  }
}
