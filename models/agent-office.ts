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
import { Office } from "./office";

/** One entry of an agent's office history. The current one has no end. */
export class AgentOffice extends Model<InferAttributes<AgentOffice>, InferCreationAttributes<AgentOffice>> {
  declare agentId: number;
  declare companyId: ForeignKey<Office["id"]>;
  declare since: Date;
  declare until: CreationOptional<Date | null>;

  declare office?: NonAttribute<Office>;

  static define(sequelize: Sequelize): void {
    this.init(
      {
        agentId: { type: DataTypes.INTEGER, primaryKey: true, allowNull: false },
        companyId: { type: DataTypes.INTEGER, allowNull: false },
        since: { type: DataTypes.DATE, primaryKey: true, allowNull: false },
        until: { type: DataTypes.DATE },
      },
      {
        sequelize,
        tableName: "agent_offices",
        indexes: [{ name: "agent_offices_present", unique: true, fields: ["agent_id"], where: { until: null } }],
      },
    );
  }

  static relate(): void {
    this.belongsTo(Office, { as: "office", foreignKey: "companyId" });
    Office.hasMany(this, { as: "stays", foreignKey: "companyId" });
  }
}
