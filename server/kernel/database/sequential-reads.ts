import { sql } from "./sql";
import { execute } from "./transactions";

// SQL by hand: a setting of the open transaction.

/**
 * From here on the open transaction uses one connection to each server of a cluster. Citus refuses to change a copied
 * table after the transaction has read a distributed one over several connections. Without Citus there is no effect.
 */
export const readSequentially = (): Promise<number> =>
  execute(sql`SELECT set_config('citus.multi_shard_modify_mode', 'sequential', true)`);
