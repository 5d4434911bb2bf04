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
import { type Actor, reaches } from "../server/kernel/roles";
import { Account } from "./account";
import { Domain } from "./domain";

/** An office; its id is the companyId of calls and rows. */
export class Office extends Model<InferAttributes<Office>, InferCreationAttributes<Office>> {
  declare id: CreationOptional<number>;
  declare accountId: ForeignKey<Account["id"]>;
  declare officeName: string;
  declare manFirstName: string;
  declare manLastName: string;
  declare manEmail: CreationOptional<string>;
  declare agentNotes: CreationOptional<string>;
  declare preferredDomainId: CreationOptional<ForeignKey<Domain["id"]> | null>;

  declare account?: NonAttribute<Account>;
  declare preferredDomain?: NonAttribute<Domain>;

  /** The actor's own office below admin; all of them above. */
  static ownOf(actor: Actor): { id?: number } {
    return reaches(actor, "admin") ? {} : { id: actor.companyId ?? 0 };
  }

  /** The offices that the actor may know of: a deleted one is nobody's. */
  static visibleTo(actor: Actor) {
    return { where: this.ownOf(actor), include: [Account.present()] };
  }

  static define(sequelize: Sequelize): void {
    this.init(
      {
        id: { type: DataTypes.INTEGER, primaryKey: true, autoIncrement: true, allowNull: false },
        accountId: { type: DataTypes.INTEGER, allowNull: false, unique: "offices_account_id_key" },
        officeName: { type: DataTypes.TEXT, allowNull: false },
        manFirstName: { type: DataTypes.TEXT, allowNull: false },
        manLastName: { type: DataTypes.TEXT, allowNull: false },
        manEmail: { type: DataTypes.TEXT, allowNull: false, defaultValue: "" },
        agentNotes: { type: DataTypes.TEXT, allowNull: false, defaultValue: "" },
        preferredDomainId: { type: DataTypes.INTEGER },
      },
      { sequelize, tableName: "offices" },
    );
  }

  static relate(): void {
    this.belongsTo(Account, { as: "account", foreignKey: "accountId" });
    Account.hasOne(this, { as: "office", foreignKey: "accountId" });
    this.belongsTo(Domain, { as: "preferredDomain", foreignKey: "preferredDomainId" });
    Domain.hasMany(this, { as: "companies", foreignKey: "preferredDomainId" });
  }
}
