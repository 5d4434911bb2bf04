import {
  DataTypes,
  Model,
  type CreationOptional,
  type InferAttributes,
  type InferCreationAttributes,
  type Sequelize,
} from "sequelize";
import { type Actor, hasRole } from "../server/kernel/operation/roles";

/** A site that pays for what agents' visitors do there. */
export class Site extends Model<InferAttributes<Site>, InferCreationAttributes<Site>> {
  declare id: CreationOptional<number>;
  declare sitename: string;
  declare shortname: string;
  declare abbr: string;
  declare url: string;
  declare clickParam: CreationOptional<string>;
  declare contactName: CreationOptional<string>;
  declare email: CreationOptional<string>;
  declare phoneNum: CreationOptional<string>;
  declare type: string;
  declare note: CreationOptional<string>;
  declare active: CreationOptional<boolean>;
  declare hidden: CreationOptional<boolean>;
  declare specialReport: CreationOptional<boolean>;
  declare useApproveSale: CreationOptional<boolean>;
  declare avp: CreationOptional<boolean>;
  declare allowedAddresses: CreationOptional<string[]>;
  declare version: CreationOptional<number>;

  /**
   * Office and agent for which a site must be enabled so that the actor can see it: the office for managers, office and
   * agent for agents, neither for admins.
   */
  static enabledFor(actor: Actor): { companyId?: number; agentId?: number } {
    if (hasRole(actor, "admin")) return {};
    const companyId = actor.companyId ?? 0;
    return hasRole(actor, "company") ? { companyId } : { companyId, agentId: actor.agentId ?? 0 };
  }

  /** The sites that the actor can see. */
  static visibleTo(actor: Actor) {
    const { companyId, agentId } = this.enabledFor(actor);
    const office = { association: "officeSites", required: true, attributes: [], where: { companyId } };
    const agent = { association: "agentSites", required: true, attributes: [], where: { agentId } };
    return { include: [...(companyId === undefined ? [] : [office]), ...(agentId === undefined ? [] : [agent])] };
  }

  static define(sequelize: Sequelize): void {
    this.init(
      {
        id: { type: DataTypes.INTEGER, primaryKey: true, autoIncrement: true, allowNull: false },
        sitename: { type: DataTypes.TEXT, allowNull: false },
        shortname: { type: DataTypes.TEXT, allowNull: false },
        abbr: { type: DataTypes.TEXT, allowNull: false },
        url: { type: DataTypes.TEXT, allowNull: false },
        clickParam: { type: DataTypes.TEXT, allowNull: false, defaultValue: "" },
        contactName: { type: DataTypes.TEXT, allowNull: false, defaultValue: "" },
        email: { type: DataTypes.TEXT, allowNull: false, defaultValue: "" },
        phoneNum: { type: DataTypes.TEXT, allowNull: false, defaultValue: "" },
        type: { type: DataTypes.TEXT, allowNull: false },
        note: { type: DataTypes.TEXT, allowNull: false, defaultValue: "" },
        active: { type: DataTypes.BOOLEAN, allowNull: false, defaultValue: true },
        hidden: { type: DataTypes.BOOLEAN, allowNull: false, defaultValue: false },
        specialReport: { type: DataTypes.BOOLEAN, allowNull: false, defaultValue: false },
        useApproveSale: { type: DataTypes.BOOLEAN, allowNull: false, defaultValue: false },
        avp: { type: DataTypes.BOOLEAN, allowNull: false, defaultValue: false },
        allowedAddresses: { type: DataTypes.ARRAY(DataTypes.CIDR), allowNull: false, defaultValue: [] },
        version: { type: DataTypes.INTEGER, allowNull: false, defaultValue: 1 },
      },
      { sequelize, tableName: "sites", version: true },
    );
  }
}
