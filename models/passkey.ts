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
import { Account } from "./account";

/** A WebAuthn credential of an account, which is a second step of its sign-in. */
export class Passkey extends Model<InferAttributes<Passkey>, InferCreationAttributes<Passkey>> {
  declare id: CreationOptional<number>;
  declare accountId: ForeignKey<Account["id"]>;
  declare credentialId: Buffer;
  /** In the COSE format. */
  declare publicKey: Buffer;
  /** Signatures so far, as the authenticator counts them; always 0 for those that do not count. */
  declare counter: CreationOptional<number>;
  /** How the browser reaches the authenticator, such as "usb" or "internal". */
  declare transports: CreationOptional<string[]>;
  declare name: string;
  declare createdAt: CreationOptional<Date>;
  declare lastUsedAt: CreationOptional<Date | null>;

  declare account?: NonAttribute<Account>;

  static define(sequelize: Sequelize): void {
    this.init(
      {
        id: { type: DataTypes.INTEGER, primaryKey: true, autoIncrement: true, allowNull: false },
        accountId: { type: DataTypes.INTEGER, allowNull: false },
        credentialId: { type: DataTypes.BLOB, allowNull: false, unique: "passkeys_credential_id_key" },
        publicKey: { type: DataTypes.BLOB, allowNull: false },
        counter: { type: DataTypes.BIGINT, allowNull: false, defaultValue: 0 },
        transports: { type: DataTypes.JSONB, allowNull: false, defaultValue: [] },
        name: { type: DataTypes.TEXT, allowNull: false },
        createdAt: { type: DataTypes.DATE, allowNull: false, defaultValue: literal("now()") },
        lastUsedAt: { type: DataTypes.DATE },
      },
      { sequelize, tableName: "passkeys" },
    );
  }

  static relate(): void {
    this.belongsTo(Account, { as: "account", foreignKey: "accountId" });
    Account.hasMany(this, { as: "passkeys", foreignKey: "accountId" });
  }
}
