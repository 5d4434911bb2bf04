import { DataTypes, Model, type InferAttributes, type InferCreationAttributes } from "sequelize";

/** Columns that all tables of measures share: the keys, the day and the counts. Money is a decimal text. */
export abstract class StatsRow<M extends Model> extends Model<InferAttributes<M>, InferCreationAttributes<M>> {
  declare agentId: number;
  declare day: string;
  declare typeId: number;
  declare companyId: number;
  declare siteId: number;
  declare flags: number;
  declare hits: number;
  declare raws: number;
  declare uniques: number;
  declare events: number;
  declare sales: number;
  declare bonusSales: number;
  declare lpp: number;
  declare bonusLpp: number;
  declare earning: string;
  declare bonusEarning: string;
  declare payout: string;
  declare bonusPayout: string;
}

/** The columns of a StatsRow. Tables of totals have one row per group (`keyed`); deltas are numbered. */
export function measureColumns({ keyed }: { keyed: boolean }) {
  const count = { type: DataTypes.INTEGER, allowNull: false };
  const money = { type: DataTypes.DECIMAL(14, 2), allowNull: false };
  const group = { ...count, primaryKey: keyed };
  return {
    agentId: { ...count, primaryKey: true },
    day: { ...group, type: DataTypes.DATEONLY },
    typeId: { ...group },
    companyId: { ...group },
    siteId: { ...count },
    flags: { ...group, type: DataTypes.SMALLINT },
    hits: { ...count },
    raws: { ...count },
    uniques: { ...count },
    events: { ...count },
    sales: { ...count },
    bonusSales: { ...count },
    lpp: { ...count },
    bonusLpp: { ...count },
    earning: { ...money },
    bonusEarning: { ...money },
    payout: { ...money },
    bonusPayout: { ...money },
  };
}
