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
import { Office } from "./office";
import { Site } from "./site";
import { Type } from "./type";
import { UserAgent } from "./user-agent";

/** A click on a tracked link. Class: 0 ok, 1 suspended, 2 blacklisted, 3 bot, 4 prefetch, 5 rate. */
export class Click extends Model<InferAttributes<Click>, InferCreationAttributes<Click>> {
  declare id: string;
  declare clickedAt: Date;
  declare agentId: ForeignKey<Agent["id"]>;
  declare companyId: ForeignKey<Office["id"]>;
  declare siteId: ForeignKey<Site["id"]>;
  declare typeId: ForeignKey<Type["id"]>;
  declare class: number;
  declare reason: CreationOptional<string | null>;
  declare isUnique: boolean;
  declare flags: number;
  declare geo: string;
  declare ip: CreationOptional<string | null>;
  declare uaId: CreationOptional<ForeignKey<UserAgent["id"]> | null>;
  declare referer: CreationOptional<string | null>;
  declare subs: CreationOptional<unknown>;
  /** The number of the batch with which it was stored, ascending. */
  declare arrival: CreationOptional<number | null>;

  declare agent?: NonAttribute<Agent>;
  declare office?: NonAttribute<Office>;
  declare site?: NonAttribute<Site>;
  declare type?: NonAttribute<Type>;
  declare userAgent?: NonAttribute<UserAgent>;

  static define(sequelize: Sequelize): void {
    this.init(
      {
        id: { type: DataTypes.UUID, primaryKey: true, allowNull: false },
        clickedAt: { type: DataTypes.DATE, primaryKey: true, allowNull: false },
        agentId: { type: DataTypes.INTEGER, primaryKey: true, allowNull: false },
        companyId: { type: DataTypes.INTEGER, allowNull: false },
        siteId: { type: DataTypes.INTEGER, allowNull: false },
        typeId: { type: DataTypes.INTEGER, allowNull: false },
        class: { type: DataTypes.SMALLINT, allowNull: false },
        reason: { type: DataTypes.TEXT },
        isUnique: { type: DataTypes.BOOLEAN, allowNull: false },
        flags: { type: DataTypes.SMALLINT, allowNull: false },
        geo: { type: DataTypes.TEXT, allowNull: false },
        ip: { type: DataTypes.INET },
        uaId: { type: DataTypes.BIGINT },
        referer: { type: DataTypes.TEXT },
        subs: { type: DataTypes.JSONB },
        arrival: { type: DataTypes.BIGINT },
      },
      { sequelize, tableName: "clicks" },
    );
  }

  /** The table has no foreign keys, so that it can be distributed by agent. */
  static relate(): void {
    this.belongsTo(Agent, { as: "agent", foreignKey: "agentId", constraints: false });
    this.belongsTo(Office, { as: "office", foreignKey: "companyId", constraints: false });
    this.belongsTo(Site, { as: "site", foreignKey: "siteId", constraints: false });
    this.belongsTo(Type, { as: "type", foreignKey: "typeId", constraints: false });
    this.belongsTo(UserAgent, { as: "userAgent", foreignKey: "uaId", constraints: false });
  }
}
