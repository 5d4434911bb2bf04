import {
  DataTypes,
  Model,
  col,
  fn,
  literal,
  type CreationOptional,
  type ForeignKey,
  type InferAttributes,
  type InferCreationAttributes,
  type Sequelize,
} from "sequelize";
import type { Actor } from "../server/kernel/operation/roles";
import { Account } from "./account";

export const VIEW_MAILS = ["none", "daily", "weekly", "half"] as const;
export type ViewMail = (typeof VIEW_MAILS)[number];

/** A list, log or report with its filters, columns, order and grouping, under a name. */
export class SavedView extends Model<InferAttributes<SavedView>, InferCreationAttributes<SavedView>> {
  declare id: CreationOptional<number>;
  declare accountId: ForeignKey<Account["id"]>;
  declare name: string;
  /** The path of the screen. */
  declare screen: string;
  declare query: string;
  declare shared: CreationOptional<boolean>;
  declare isStart: CreationOptional<boolean>;
  declare mail: CreationOptional<ViewMail>;
  /** The first day of the last period that was mailed, or that had begun when the mails were turned on. */
  declare mailedFor: CreationOptional<string | null>;
  declare lastUsedAt: CreationOptional<Date | null>;
  declare createdAt: CreationOptional<Date>;
  declare version: CreationOptional<number>;

  /** The views that the actor may change: their own. */
  static visibleTo({ accountId }: Actor) {
    return { where: { accountId } };
  }

  static define(sequelize: Sequelize): void {
    this.init(
      {
        id: { type: DataTypes.INTEGER, primaryKey: true, autoIncrement: true, allowNull: false },
        accountId: { type: DataTypes.INTEGER, allowNull: false },
        name: { type: DataTypes.TEXT, allowNull: false },
        screen: { type: DataTypes.TEXT, allowNull: false },
        query: { type: DataTypes.TEXT, allowNull: false },
        shared: { type: DataTypes.BOOLEAN, allowNull: false, defaultValue: false },
        isStart: { type: DataTypes.BOOLEAN, allowNull: false, defaultValue: false },
        mail: { type: DataTypes.TEXT, allowNull: false, defaultValue: "none" },
        mailedFor: { type: DataTypes.DATEONLY },
        lastUsedAt: { type: DataTypes.DATE },
        createdAt: { type: DataTypes.DATE, allowNull: false, defaultValue: literal("now()") },
        version: { type: DataTypes.INTEGER, allowNull: false, defaultValue: 1 },
      },
      {
        sequelize,
        tableName: "saved_views",
        version: true,
        indexes: [
          { name: "saved_views_name", unique: true, fields: ["account_id", fn("lower", col("name"))] },
          { name: "saved_views_start", unique: true, fields: ["account_id"], where: { is_start: true } },
        ],
      },
    );
  }

  static relate(): void {
    this.belongsTo(Account, { as: "account", foreignKey: "accountId" });
    Account.hasMany(this, { as: "savedViews", foreignKey: "accountId" });
  }
}
