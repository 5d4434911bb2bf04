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
import { Account } from "./account";

/** The secret that an account shares with its authenticator app. In force once confirmed with a code. */
export class Authenticator extends Model<InferAttributes<Authenticator>, InferCreationAttributes<Authenticator>> {
  declare accountId: ForeignKey<Account["id"]>;
  declare secretSealed: Buffer;
  declare startedAt: Date;
  declare confirmedAt: CreationOptional<Date | null>;
  /** The newest time step whose code was used. Codes of this step and earlier ones are refused. */
  declare lastStep: CreationOptional<number | null>;
  /** The secret of another app, which takes the place of the present one once it is confirmed. */
  declare nextSecretSealed: CreationOptional<Buffer | null>;
  declare nextStartedAt: CreationOptional<Date | null>;
  /** In a row. */
  declare wrongCodes: CreationOptional<number>;
  /** Until then, only a recovery code is accepted. */
  declare lockedUntil: CreationOptional<Date | null>;

  declare account?: NonAttribute<Account>;

  static define(sequelize: Sequelize): void {
    this.init(
      {
        accountId: { type: DataTypes.INTEGER, primaryKey: true, allowNull: false },
        secretSealed: { type: DataTypes.BLOB, allowNull: false },
        startedAt: { type: DataTypes.DATE, allowNull: false },
        confirmedAt: { type: DataTypes.DATE },
        lastStep: { type: DataTypes.BIGINT },
        nextSecretSealed: { type: DataTypes.BLOB },
        nextStartedAt: { type: DataTypes.DATE },
        wrongCodes: { type: DataTypes.SMALLINT, allowNull: false, defaultValue: 0 },
        lockedUntil: { type: DataTypes.DATE },
      },
      { sequelize, tableName: "authenticators" },
    );
  }

  static relate(): void {
    this.belongsTo(Account, { as: "account", foreignKey: "accountId" });
    Account.hasOne(this, { as: "authenticator", foreignKey: "accountId" });
  }
}
