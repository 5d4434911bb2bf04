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
import type { Actor } from "../server/kernel/operation/roles";
import { Site } from "./site";

/** A link type of a site: its redirect target and, with its prices, the value of a sale. */
export class Type extends Model<InferAttributes<Type>, InferCreationAttributes<Type>> {
  declare id: CreationOptional<number>;
  declare siteId: ForeignKey<Site["id"]>;
  declare typename: string;
  declare typealias: string;
  declare url: string;
  declare bbrCh: CreationOptional<number>;
  declare bonus: CreationOptional<boolean>;
  declare active: CreationOptional<boolean>;
  declare showNoSalesStat: CreationOptional<boolean>;
  /** Hosts to which an address in `to` of a click may lead. */
  declare allowedHosts: CreationOptional<string[]>;
  declare version: CreationOptional<number>;

  declare site?: NonAttribute<Site>;

  /** The links of the sites that the actor can see. */
  static visibleTo(actor: Actor) {
    return { include: [{ association: "site", required: true, attributes: [], ...Site.visibleTo(actor) }] };
  }

  static define(sequelize: Sequelize): void {
    this.init(
      {
        id: { type: DataTypes.INTEGER, primaryKey: true, autoIncrement: true, allowNull: false },
        siteId: { type: DataTypes.INTEGER, allowNull: false },
        typename: { type: DataTypes.TEXT, allowNull: false },
        typealias: { type: DataTypes.TEXT, allowNull: false },
        url: { type: DataTypes.TEXT, allowNull: false },
        bbrCh: { type: DataTypes.INTEGER, allowNull: false, defaultValue: 0 },
        bonus: { type: DataTypes.BOOLEAN, allowNull: false, defaultValue: false },
        active: { type: DataTypes.BOOLEAN, allowNull: false, defaultValue: true },
        showNoSalesStat: { type: DataTypes.BOOLEAN, allowNull: false, defaultValue: false },
        allowedHosts: { type: DataTypes.ARRAY(DataTypes.TEXT), allowNull: false, defaultValue: [] },
        version: { type: DataTypes.INTEGER, allowNull: false, defaultValue: 1 },
      },
      { sequelize, tableName: "types", version: true },
    );
  }

  static relate(): void {
    this.belongsTo(Site, { as: "site", foreignKey: "siteId", onDelete: "CASCADE" });
    Site.hasMany(this, { as: "types", foreignKey: "siteId" });
  }
}
