import {
  DataTypes,
  Model,
  type CreationOptional,
  type ForeignKey,
  type InferAttributes,
  type InferCreationAttributes,
  type Sequelize,
} from "sequelize";
import { WebhookDelivery } from "./webhook-delivery";

/** One request of a delivery, and its answer: a status, or the error in its place. */
export class WebhookAttempt extends Model<InferAttributes<WebhookAttempt>, InferCreationAttributes<WebhookAttempt>> {
  declare id: CreationOptional<number>;
  declare deliveryId: ForeignKey<WebhookDelivery["id"]>;
  declare at: Date;
  declare url: string;
  declare headers: Record<string, string>;
  declare status: number | null;
  declare error: string | null;
  /** The beginning of the answer's body. */
  declare answer: string | null;
  declare ms: number;

  static define(sequelize: Sequelize): void {
    this.init(
      {
        id: { type: DataTypes.BIGINT, primaryKey: true, autoIncrement: true, allowNull: false },
        deliveryId: { type: DataTypes.BIGINT, allowNull: false },
        at: { type: DataTypes.DATE, allowNull: false },
        url: { type: DataTypes.TEXT, allowNull: false },
        headers: { type: DataTypes.JSONB, allowNull: false },
        status: { type: DataTypes.INTEGER },
        error: { type: DataTypes.TEXT },
        answer: { type: DataTypes.TEXT },
        ms: { type: DataTypes.INTEGER, allowNull: false },
      },
      { sequelize, tableName: "webhook_attempts" },
    );
  }

  static relate(): void {
    this.belongsTo(WebhookDelivery, { as: "delivery", foreignKey: "deliveryId", onDelete: "CASCADE" });
    WebhookDelivery.hasMany(this, { as: "attempts", foreignKey: "deliveryId" });
  }
}
