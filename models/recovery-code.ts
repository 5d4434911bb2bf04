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
import { Authenticator } from "./authenticator";

/** A one-time replacement for a code of the authenticator app. Only its keyed hash is stored. */
export class RecoveryCode extends Model<InferAttributes<RecoveryCode>, InferCreationAttributes<RecoveryCode>> {
  declare accountId: ForeignKey<Authenticator["accountId"]>;
  declare hash: Buffer;
  declare usedAt: CreationOptional<Date | null>;

  declare authenticator?: NonAttribute<Authenticator>;

  static define(sequelize: Sequelize): void {
    this.init(
      {
        accountId: { type: DataTypes.INTEGER, primaryKey: true, allowNull: false },
        hash: { type: DataTypes.BLOB, primaryKey: true, allowNull: false },
        usedAt: { type: DataTypes.DATE },
      },
      { sequelize, tableName: "recovery_codes" },
    );
  }

  static relate(): void {
    this.belongsTo(Authenticator, { as: "authenticator", foreignKey: "accountId", onDelete: "CASCADE" });
    Authenticator.hasMany(this, { as: "recoveryCodes", foreignKey: "accountId" });
  }
}
