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
import type { RoleLevel, Scope } from "../server/kernel/operation/roles";
import { Account } from "./account";
import { RemoteToken } from "./remote-token";

/** A browser's sign-in or a bearer token. Only its hash is stored. */
export class Session extends Model<InferAttributes<Session>, InferCreationAttributes<Session>> {
  declare id: CreationOptional<number>;
  declare hash: Buffer;
  declare accountId: ForeignKey<Account["id"]>;
  declare kind: "browser" | "bearer";
  declare scope: CreationOptional<Scope>;
  declare remoteTokenId: CreationOptional<ForeignKey<RemoteToken["id"]> | null>;
  /** When the account's password was last given in this session. */
  declare confirmedAt: CreationOptional<Date | null>;
  /** A code of two-step sign-in was given in this session. */
  declare secondStep: CreationOptional<boolean>;
  /** The session of the person who views the account in this one, which ends with it. */
  declare viewerSessionId: CreationOptional<ForeignKey<Session["id"]> | null>;
  declare data: CreationOptional<Record<string, unknown>>;
  /** The account's role when the session began. The session is invalid once the account has another role. */
  declare role: RoleLevel;
  declare ip: CreationOptional<string | null>;
  declare userAgent: CreationOptional<string>;
  declare createdAt: CreationOptional<Date>;
  declare lastSeenAt: CreationOptional<Date>;
  declare expiresAt: Date;
  declare endedAt: CreationOptional<Date | null>;

  declare account?: NonAttribute<Account>;
  declare remoteToken?: NonAttribute<RemoteToken>;

  static define(sequelize: Sequelize): void {
    this.init(
      {
        id: { type: DataTypes.BIGINT, primaryKey: true, autoIncrement: true, allowNull: false },
        hash: { type: DataTypes.BLOB, allowNull: false, unique: "sessions_hash_key" },
        accountId: { type: DataTypes.INTEGER, allowNull: false },
        kind: { type: DataTypes.TEXT, allowNull: false },
        scope: { type: DataTypes.TEXT, allowNull: false, defaultValue: "all" },
        remoteTokenId: { type: DataTypes.INTEGER },
        confirmedAt: { type: DataTypes.DATE },
        secondStep: { type: DataTypes.BOOLEAN, allowNull: false, defaultValue: false },
        viewerSessionId: { type: DataTypes.BIGINT },
        data: { type: DataTypes.JSONB, allowNull: false, defaultValue: {} },
        role: { type: DataTypes.SMALLINT, allowNull: false },
        ip: { type: DataTypes.INET },
        userAgent: { type: DataTypes.TEXT, allowNull: false, defaultValue: "" },
        createdAt: { type: DataTypes.DATE, allowNull: false, defaultValue: literal("now()") },
        lastSeenAt: { type: DataTypes.DATE, allowNull: false, defaultValue: literal("now()") },
        expiresAt: { type: DataTypes.DATE, allowNull: false },
        endedAt: { type: DataTypes.DATE },
      },
      { sequelize, tableName: "sessions" },
    );
  }

  static relate(): void {
    this.belongsTo(Account, { as: "account", foreignKey: "accountId" });
    Account.hasMany(this, { as: "sessions", foreignKey: "accountId" });
    this.belongsTo(RemoteToken, { as: "remoteToken", foreignKey: "remoteTokenId" });
    this.belongsTo(Session, { as: "viewerSession", foreignKey: "viewerSessionId", onDelete: "CASCADE" });
    RemoteToken.hasMany(this, { as: "sessions", foreignKey: "remoteTokenId" });
  }
}
