import {
  DataTypes,
  Model,
  Op,
  literal,
  type CreationOptional,
  type ForeignKey,
  type InferAttributes,
  type InferCreationAttributes,
  type NonAttribute,
  type Sequelize,
} from "sequelize";
import { type Actor, type Area, levels, type RoleLevel, type Scope } from "../server/kernel/operation/roles";
import { Account } from "./account";
import { SavedView } from "./saved-view";

/**
 * A token that a browser or a program exchanges for a session, or that answers the CSV of one view ("feed"). Only its
 * hash is stored.
 */
export class RemoteToken extends Model<InferAttributes<RemoteToken>, InferCreationAttributes<RemoteToken>> {
  declare id: CreationOptional<number>;
  declare accountId: ForeignKey<Account["id"]>;
  declare kind: "browser" | "client" | "feed";
  /** The view of a feed; null for the other kinds. */
  declare viewId: CreationOptional<ForeignKey<SavedView["id"]> | null>;
  declare name: CreationOptional<string>;
  declare scope: CreationOptional<Scope>;
  /** The areas of calls to which a client token is limited; null for all of them. */
  declare areas: CreationOptional<Area[] | null>;
  /** A client token of the organization, which outlives a new password of its creator. */
  declare service: CreationOptional<boolean>;
  /** The account's role when the token was created. The token is invalid once the account has another role. */
  declare role: RoleLevel;
  declare hash: Buffer;
  declare createdBy: ForeignKey<Account["id"]>;
  declare createdAt: CreationOptional<Date>;
  declare expiresAt: Date;
  declare lastUsedAt: CreationOptional<Date | null>;
  declare usedAt: CreationOptional<Date | null>;
  declare revokedAt: CreationOptional<Date | null>;
  /** How many days before its end the last mail about that was queued; null before the first. */
  declare warnedDays: CreationOptional<number | null>;

  declare account?: NonAttribute<Account>;
  declare creator?: NonAttribute<Account>;

  /** Accounts that can see and revoke a token: the account it signs in to, and the one that created it. */
  static readonly ownerColumns = ["accountId", "createdBy"] as const;

  /**
   * The tokens that the actor can see: their own, and for superadmins all service tokens. Nobody can see revoked ones, and
   * feeds are listed with their views.
   */
  static visibleTo({ accountId, role }: Actor) {
    const own = this.ownerColumns.map((holder) => ({ [holder]: accountId }));
    const ofOrganization = role === levels.superadmin ? [{ service: true }] : [];
    return { where: { revokedAt: null, viewId: null, [Op.or]: [...own, ...ofOrganization] } };
  }

  static define(sequelize: Sequelize): void {
    this.init(
      {
        id: { type: DataTypes.INTEGER, primaryKey: true, autoIncrement: true, allowNull: false },
        accountId: { type: DataTypes.INTEGER, allowNull: false },
        kind: { type: DataTypes.TEXT, allowNull: false },
        viewId: { type: DataTypes.INTEGER },
        name: { type: DataTypes.TEXT, allowNull: false, defaultValue: "" },
        scope: { type: DataTypes.TEXT, allowNull: false, defaultValue: "all" },
        areas: { type: DataTypes.ARRAY(DataTypes.TEXT) },
        service: { type: DataTypes.BOOLEAN, allowNull: false, defaultValue: false },
        role: { type: DataTypes.SMALLINT, allowNull: false },
        hash: { type: DataTypes.BLOB, allowNull: false, unique: "remote_tokens_hash_key" },
        createdBy: { type: DataTypes.INTEGER, allowNull: false },
        createdAt: { type: DataTypes.DATE, allowNull: false, defaultValue: literal("now()") },
        expiresAt: { type: DataTypes.DATE, allowNull: false },
        lastUsedAt: { type: DataTypes.DATE },
        usedAt: { type: DataTypes.DATE },
        revokedAt: { type: DataTypes.DATE },
        warnedDays: { type: DataTypes.SMALLINT },
      },
      { sequelize, tableName: "remote_tokens" },
    );
  }

  static relate(): void {
    this.belongsTo(Account, { as: "account", foreignKey: "accountId" });
    Account.hasMany(this, { as: "remoteTokens", foreignKey: "accountId" });
    this.belongsTo(Account, { as: "creator", foreignKey: "createdBy" });
    this.belongsTo(SavedView, { as: "view", foreignKey: "viewId", onDelete: "CASCADE" });
  }
}
