import { config } from "../../process/config";
import { one } from "../transactions";
import { MOST_LAG } from "./choice";
import { BEAT, IDENTITY, replicaAt } from "./replica";

/** A line for each unusable replica, compared with the open transaction on the primary. Empty if all are usable. */
export async function laggingReplicas(): Promise<string[]> {
  const primary = await one<{ beat: number }>(BEAT);
  const identity = (await one<{ identity: string }>(IDENTITY))?.identity ?? "";
  const told = config().DATABASE_READ_URLS.map(async (url) => {
    const replica = replicaAt(url);
    try {
      const beat = await replica.beat(identity);
      const lag = (primary?.beat ?? beat) - beat;
      return lag < MOST_LAG ? [] : [`Replica ${replica.name} is ${Math.round(lag / 1_000)} seconds behind.`];
    } catch (fault) {
      return [`Replica ${replica.name} cannot be read from: ${(fault as Error).message}`];
    } finally {
      await replica.close();
    }
  });
  return (await Promise.all(told)).flat();
}
