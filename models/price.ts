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
import { Type } from "./type";
import { Office } from "./office";
import { Account } from "./account";

/** One version of a type's price: its default, a country's (geo) or an office's (companyId). */
export class Price extends Model<InferAttributes<Price>, InferCreationAttributes<Price>> {
  declare id: CreationOptional<number>;
  declare typeId: ForeignKey<Type["id"]>;
  declare companyId: CreationOptional<ForeignKey<Office["id"]> | null>;
  declare geo: CreationOptional<string | null>;
  declare enabled: CreationOptional<boolean>;
  declare payout: string;
  declare earning: string;
  declare lpp: CreationOptional<number | null>;
  declare bonusPayout: CreationOptional<string | null>;
  declare bonusEarning: CreationOptional<string | null>;
  declare bonusLpp: CreationOptional<number | null>;
  declare since: CreationOptional<Date>;
  declare byAccountId: CreationOptional<ForeignKey<Account["id"]> | null>;
  /** True if the version was written before `since`, to start at a half-month. It can be withdrawn until then. */
  declare planned: CreationOptional<boolean>;
  /** When a planned version that had begun was announced to other systems. Null for versions that were not planned. */
  declare announcedAt: CreationOptional<Date | null>;
  declare reason: CreationOptional<string>;
  /** A withdrawn version never applies. */
  declare withdrawnAt: CreationOptional<Date | null>;
  declare withdrawnBy: CreationOptional<ForeignKey<Account["id"]> | null>;

  declare type?: NonAttribute<Type>;
  declare office?: NonAttribute<Office>;
  declare author?: NonAttribute<Account>;

  static define(sequelize: Sequelize): void {
    this.init(
      {
        id: { type: DataTypes.INTEGER, primaryKey: true, autoIncrement: true, allowNull: false },
        typeId: { type: DataTypes.INTEGER, allowNull: false },
        companyId: { type: DataTypes.INTEGER },
        geo: { type: DataTypes.TEXT },
        enabled: { type: DataTypes.BOOLEAN, allowNull: false, defaultValue: true },
        payout: { type: DataTypes.DECIMAL(12, 2), allowNull: false },
        earning: { type: DataTypes.DECIMAL(12, 2), allowNull: false },
        lpp: { type: DataTypes.INTEGER },
        bonusPayout: { type: DataTypes.DECIMAL(12, 2) },
        bonusEarning: { type: DataTypes.DECIMAL(12, 2) },
        bonusLpp: { type: DataTypes.INTEGER },
        since: { type: DataTypes.DATE, allowNull: false, defaultValue: literal("now()") },
        byAccountId: { type: DataTypes.INTEGER },
        planned: { type: DataTypes.BOOLEAN, allowNull: false, defaultValue: false },
        announcedAt: { type: DataTypes.DATE },
        reason: { type: DataTypes.TEXT, allowNull: false, defaultValue: "" },
        withdrawnAt: { type: DataTypes.DATE },
        withdrawnBy: { type: DataTypes.INTEGER },
      },
      {
        sequelize,
        tableName: "prices",
        indexes: [
          {
            name: "prices_default",
            unique: true,
            fields: ["type_id", { name: "since", order: "DESC" }, { name: "id", order: "DESC" }],
            where: { company_id: null, geo: null },
          },
        ],
      },
    );
  }

  static relate(): void {
    this.belongsTo(Type, { as: "type", foreignKey: "typeId", onDelete: "CASCADE" });
    Type.hasMany(this, { as: "prices", foreignKey: "typeId" });
    this.belongsTo(Office, { as: "office", foreignKey: "companyId" });
    Office.hasMany(this, { as: "prices", foreignKey: "companyId" });
    this.belongsTo(Account, { as: "author", foreignKey: "byAccountId" });
    this.belongsTo(Account, { as: "withdrawer", foreignKey: "withdrawnBy" });
  }
}
