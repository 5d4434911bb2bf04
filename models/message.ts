import {
  DataTypes,
  Model,
  literal,
  type CreationOptional,
  type ForeignKey,
  type InferAttributes,
  type InferCreationAttributes,
  type Sequelize,
} from "sequelize";
import { Account } from "./account";

const account = { type: DataTypes.INTEGER, references: { model: "accounts", key: "id" } };

/** An announcement to everybody, to offices or to agents. Its recipients are computed whenever it is read. */
export class Message extends Model<InferAttributes<Message>, InferCreationAttributes<Message>> {
  declare id: CreationOptional<number>;
  declare title: string;
  declare html: string;
  declare audience: "all" | "offices" | "agents";
  /** The offices or agents of the audience; empty for all. */
  declare targetIds: CreationOptional<number[]>;
  declare shownFrom: Date;
  /** The end of its last day. Null: it is shown until it is withdrawn. */
  declare shownUntil: CreationOptional<Date | null>;
  declare createdAt: CreationOptional<Date>;
  declare createdBy: number;
  declare withdrawnAt: CreationOptional<Date | null>;
  declare withdrawnBy: CreationOptional<number | null>;

  static define(sequelize: Sequelize): void {
    this.init(
      {
        id: { type: DataTypes.INTEGER, primaryKey: true, autoIncrement: true, allowNull: false },
        title: { type: DataTypes.TEXT, allowNull: false },
        html: { type: DataTypes.TEXT, allowNull: false },
        audience: { type: DataTypes.TEXT, allowNull: false },
        targetIds: { type: DataTypes.ARRAY(DataTypes.INTEGER), allowNull: false, defaultValue: [] },
        shownFrom: { type: DataTypes.DATE, allowNull: false },
        shownUntil: { type: DataTypes.DATE },
        createdAt: { type: DataTypes.DATE, allowNull: false, defaultValue: literal("now()") },
        createdBy: { ...account, allowNull: false },
        withdrawnAt: { type: DataTypes.DATE },
        withdrawnBy: { ...account },
      },
      { sequelize, tableName: "messages" },
    );
  }
}

/** The receipt of a message by one of its recipients. */
export class MessageRead extends Model<InferAttributes<MessageRead>, InferCreationAttributes<MessageRead>> {
  declare messageId: ForeignKey<Message["id"]>;
  declare accountId: ForeignKey<Account["id"]>;
  declare readAt: CreationOptional<Date>;

  static define(sequelize: Sequelize): void {
    this.init(
      {
        messageId: { type: DataTypes.INTEGER, primaryKey: true, allowNull: false },
        accountId: { type: DataTypes.INTEGER, primaryKey: true, allowNull: false },
        readAt: { type: DataTypes.DATE, allowNull: false, defaultValue: literal("now()") },
      },
      { sequelize, tableName: "message_reads" },
    );
  }

  static relate(): void {
    this.belongsTo(Message, { as: "message", foreignKey: "messageId" });
    this.belongsTo(Account, { as: "account", foreignKey: "accountId" });
  }
}
