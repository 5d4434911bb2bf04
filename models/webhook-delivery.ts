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
import { WebhookEndpoint } from "./webhook-endpoint";

/** One event for one endpoint. Written in the transaction of the event itself. */
export class WebhookDelivery extends Model<InferAttributes<WebhookDelivery>, InferCreationAttributes<WebhookDelivery>> {
  declare id: CreationOptional<number>;
  declare endpointId: ForeignKey<WebhookEndpoint["id"]>;
  declare event: string;
  declare data: Record<string, unknown>;
  declare createdAt: CreationOptional<Date>;
  /** Only a test fails: it is sent once, every other event until it is delivered. */
  declare state: CreationOptional<"waiting" | "delivered" | "failed">;
  declare deliveredAt: CreationOptional<Date | null>;

  declare endpoint?: NonAttribute<WebhookEndpoint>;

  static define(sequelize: Sequelize): void {
    this.init(
      {
        id: {
          type: DataTypes.BIGINT,
          primaryKey: true,
          allowNull: false,
          defaultValue: literal("nextval('webhook_delivery_ids'::regclass)"),
        },
        endpointId: { type: DataTypes.INTEGER, allowNull: false },
        event: { type: DataTypes.TEXT, allowNull: false },
        data: { type: DataTypes.JSONB, allowNull: false },
        createdAt: { type: DataTypes.DATE, allowNull: false, defaultValue: literal("now()") },
        state: { type: DataTypes.TEXT, allowNull: false, defaultValue: "waiting" },
        deliveredAt: { type: DataTypes.DATE },
      },
      { sequelize, tableName: "webhook_deliveries" },
    );
  }

  static relate(): void {
    this.belongsTo(WebhookEndpoint, { as: "endpoint", foreignKey: "endpointId", onDelete: "CASCADE" });
    WebhookEndpoint.hasMany(this, { as: "deliveries", foreignKey: "endpointId" });
  }
}
