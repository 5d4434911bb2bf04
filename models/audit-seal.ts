import { DataTypes, Model, type InferAttributes, type InferCreationAttributes, type Sequelize } from "sequelize";

/** The hash of a finished day of the audit: of its rows, which are a range of IDs, and of the seal before. */
export class AuditSeal extends Model<InferAttributes<AuditSeal>, InferCreationAttributes<AuditSeal>> {
  /** Without gaps, from 1 on. */
  declare number: number;
  /** A New York day. */
  declare day: string;
  /** The range is exclusive here, and inclusive at its end. */
  declare afterId: number;
  declare toId: number;
  declare rows: number;
  /** The hash of the seal before; null for the first. */
  declare lastHash: string | null;
  /** SHA-256 in hexadecimal. */
  declare hash: string;
  declare sealedAt: Date;

  static define(sequelize: Sequelize): void {
    this.init(
      {
        number: { type: DataTypes.INTEGER, primaryKey: true, allowNull: false },
        day: { type: DataTypes.DATEONLY, allowNull: false, unique: "audit_seals_day_key" },
        afterId: { type: DataTypes.BIGINT, allowNull: false },
        toId: { type: DataTypes.BIGINT, allowNull: false },
        rows: { type: DataTypes.INTEGER, allowNull: false },
        lastHash: { type: DataTypes.TEXT },
        hash: { type: DataTypes.TEXT, allowNull: false },
        sealedAt: { type: DataTypes.DATE, allowNull: false },
      },
      { sequelize, tableName: "audit_seals" },
    );
  }
}
