import {
  DataTypes,
  Model,
  literal,
  type CreationOptional,
  type InferAttributes,
  type InferCreationAttributes,
  type Sequelize,
} from "sequelize";
import type { RoleLevel } from "../server/kernel/roles";

/** What someone signs in with; an office, an agent and an admin have one each. Role: 0 superadmin, 5 admin, 10 office manager, 20 agent. */
export class Account extends Model<InferAttributes<Account>, InferCreationAttributes<Account>> {
  declare id: CreationOptional<number>;
  declare role: RoleLevel;
  declare username: string;
  declare passwordHash: string;
  declare passwordSealed: CreationOptional<Buffer | null>;
  declare active: CreationOptional<boolean>;
  declare hidden: CreationOptional<boolean>;
  declare loginBlocked: CreationOptional<boolean>;
  declare loginEnabledUntil: CreationOptional<Date | null>;
  declare approved: CreationOptional<boolean>;
  declare statusReason: CreationOptional<string | null>;
  declare statusBy: CreationOptional<number | null>;
  declare statusAt: CreationOptional<Date | null>;
  declare registeredAt: CreationOptional<Date>;
  declare lastLoginAt: CreationOptional<Date | null>;
  declare loginCount: CreationOptional<number>;
  declare deletedAt: CreationOptional<Date | null>;
  declare version: CreationOptional<number>;

  /** The account of an office, agent or admin, for `include`; whose account was deleted is left out. */
  static present() {
    return { association: "account", required: true, where: { deletedAt: null } };
  }

  static define(sequelize: Sequelize): void {
    this.init(
      {
        id: { type: DataTypes.INTEGER, primaryKey: true, autoIncrement: true, allowNull: false },
        role: { type: DataTypes.SMALLINT, allowNull: false },
        username: { type: DataTypes.TEXT, allowNull: false },
        passwordHash: { type: DataTypes.TEXT, allowNull: false },
        passwordSealed: { type: DataTypes.BLOB },
        active: { type: DataTypes.BOOLEAN, allowNull: false, defaultValue: true },
        hidden: { type: DataTypes.BOOLEAN, allowNull: false, defaultValue: false },
        loginBlocked: { type: DataTypes.BOOLEAN, allowNull: false, defaultValue: false },
        loginEnabledUntil: { type: DataTypes.DATE },
        approved: { type: DataTypes.BOOLEAN, allowNull: false, defaultValue: true },
        statusReason: { type: DataTypes.TEXT },
        statusBy: { type: DataTypes.INTEGER },
        statusAt: { type: DataTypes.DATE },
        registeredAt: { type: DataTypes.DATE, allowNull: false, defaultValue: literal("now()") },
        lastLoginAt: { type: DataTypes.DATE },
        loginCount: { type: DataTypes.INTEGER, allowNull: false, defaultValue: 0 },
        deletedAt: { type: DataTypes.DATE },
        version: { type: DataTypes.INTEGER, allowNull: false, defaultValue: 1 },
      },
      {
        sequelize,
        tableName: "accounts",
        version: true,
        indexes: [
          {
            name: "accounts_username",
            unique: true,
            fields: [literal("lower(username) NULLS FIRST")],
            where: { deleted_at: null },
          },
        ],
      },
    );
  }
}
