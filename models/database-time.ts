import { fn } from "sequelize";

/** The database's clock, for rows that several machines compare: their own clocks differ. Sequelize writes it as a call. */
export const databaseTime = fn("clock_timestamp") as unknown as Date;
