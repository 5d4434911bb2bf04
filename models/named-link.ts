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
import type { Actor } from "../server/kernel/operation/roles";
import { Agent } from "./agent";
import { Type } from "./type";

/** A link that an agent has saved under a name, with an alias of their own in place of a code. */
export class NamedLink extends Model<InferAttributes<NamedLink>, InferCreationAttributes<NamedLink>> {
  declare id: CreationOptional<number>;
  declare agentId: ForeignKey<Agent["id"]>;
  declare typeId: ForeignKey<Type["id"]>;
  declare name: string;
  /** Never given to another link, also after this one was deleted. */
  declare alias: string;
  /** The parameters of every click on it, as in an address. */
  declare query: CreationOptional<string>;
  declare createdAt: CreationOptional<Date>;
  declare deletedAt: CreationOptional<Date | null>;
  /** The version of link_state from which on it is as it is. */
  declare revision: CreationOptional<number>;

  declare type?: NonAttribute<Type>;

  static visibleTo({ agentId }: Actor) {
    return { where: { agentId: agentId ?? 0, deletedAt: null } };
  }

  static define(sequelize: Sequelize): void {
    this.init(
      {
        id: { type: DataTypes.INTEGER, primaryKey: true, autoIncrement: true, allowNull: false },
        agentId: { type: DataTypes.INTEGER, allowNull: false },
        typeId: { type: DataTypes.INTEGER, allowNull: false },
        name: { type: DataTypes.TEXT, allowNull: false },
        alias: { type: DataTypes.TEXT, allowNull: false, unique: "named_links_alias_key" },
        query: { type: DataTypes.TEXT, allowNull: false, defaultValue: "" },
        createdAt: { type: DataTypes.DATE, allowNull: false, defaultValue: literal("now()") },
        deletedAt: { type: DataTypes.DATE },
        revision: { type: DataTypes.BIGINT, allowNull: false, defaultValue: 0 },
      },
      { sequelize, tableName: "named_links" },
    );
  }

  static relate(): void {
    this.belongsTo(Agent, { as: "agent", foreignKey: "agentId", onDelete: "CASCADE" });
    Agent.hasMany(this, { as: "namedLinks", foreignKey: "agentId" });
    this.belongsTo(Type, { as: "type", foreignKey: "typeId", onDelete: "CASCADE" });
    Type.hasMany(this, { as: "namedLinks", foreignKey: "typeId" });
  }
}
