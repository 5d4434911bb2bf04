import { fn } from "sequelize";

/**
 * The database's clock, for rows that several machines compare, because their own clocks differ. Sequelize writes it as
 * a function call.
 */
export const databaseTime = fn("clock_timestamp") as unknown as Date;
