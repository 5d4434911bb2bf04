import {
  DataTypes,
  Model,
  type CreationOptional,
  type InferAttributes,
  type InferCreationAttributes,
  type Sequelize,
} from "sequelize";

const account = { type: DataTypes.INTEGER, references: { model: "accounts", key: "id" } };

/** The payment of a half-month, numbered without gaps. It can be undone until it is exported. */
export class PaymentRun extends Model<InferAttributes<PaymentRun>, InferCreationAttributes<PaymentRun>> {
  declare id: number;
  declare periodId: number;
  declare madeAt: Date;
  declare madeBy: CreationOptional<number | null>;
  declare exportedAt: CreationOptional<Date | null>;
  declare exportedBy: CreationOptional<number | null>;
  declare undoneAt: CreationOptional<Date | null>;
  declare undoneBy: CreationOptional<number | null>;
  /** Its payments have the destinations with which it was made. False for runs of earlier releases. */
  declare destinationsKept: CreationOptional<boolean>;
  declare releasedAt: CreationOptional<Date | null>;
  declare releasedBy: CreationOptional<number | null>;

  static define(sequelize: Sequelize): void {
    this.init(
      {
        id: { type: DataTypes.INTEGER, primaryKey: true, allowNull: false },
        periodId: { type: DataTypes.INTEGER, allowNull: false },
        madeAt: { type: DataTypes.DATE, allowNull: false },
        madeBy: { ...account },
        exportedAt: { type: DataTypes.DATE },
        exportedBy: { ...account },
        undoneAt: { type: DataTypes.DATE },
        undoneBy: { ...account },
        destinationsKept: { type: DataTypes.BOOLEAN, allowNull: false, defaultValue: false },
        releasedAt: { type: DataTypes.DATE },
        releasedBy: { ...account },
      },
      {
        sequelize,
        tableName: "payment_runs",
        indexes: [{ name: "payment_runs_once", unique: true, fields: ["period_id"], where: { undone_at: null } }],
      },
    );
  }
}
