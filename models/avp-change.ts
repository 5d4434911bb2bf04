import {
  DataTypes,
  Model,
  type CreationOptional,
  type ForeignKey,
  type InferAttributes,
  type InferCreationAttributes,
  type Sequelize,
} from "sequelize";
import { Account } from "./account";

type Step = { from: number; to: number; payoutPhp: number; payoutDollars: number };

/** A change of the AVP tiers from a half-month on: the whole list before and after it. */
export class AvpChange extends Model<InferAttributes<AvpChange>, InferCreationAttributes<AvpChange>> {
  declare id: CreationOptional<number>;
  declare validFrom: string;
  declare before: Step[];
  declare after: Step[];
  declare at: Date;
  declare byAccountId: CreationOptional<ForeignKey<Account["id"]> | null>;

  static define(sequelize: Sequelize): void {
    this.init(
      {
        id: { type: DataTypes.INTEGER, primaryKey: true, autoIncrement: true, allowNull: false },
        validFrom: { type: DataTypes.DATEONLY, allowNull: false },
        before: { type: DataTypes.JSONB, allowNull: false },
        after: { type: DataTypes.JSONB, allowNull: false },
        at: { type: DataTypes.DATE, allowNull: false },
        byAccountId: { type: DataTypes.INTEGER },
      },
      { sequelize, tableName: "avp_changes" },
    );
  }

  static relate(): void {
    this.belongsTo(Account, { as: "author", foreignKey: "byAccountId" });
  }
}
