import { config } from "../../process/config";
import { queryOne } from "../transactions";
import { MAX_LAG_MS } from "./selector";
import { BEAT, IDENTITY, openReplica } from "./replica";

/** A line for each unusable replica, compared with the open transaction on the primary. Empty if all are usable. */
export async function laggingReplicas(): Promise<string[]> {
  const primary = await queryOne<{ beat: number }>(BEAT);
  const identity = (await queryOne<{ identity: string }>(IDENTITY))?.identity ?? "";
  const messages = config().DATABASE_READ_URLS.map(async (url) => {
    const replica = openReplica(url);
    try {
      const beat = await replica.beat(identity);
      const lag = (primary?.beat ?? beat) - beat;
      return lag < MAX_LAG_MS ? [] : [`Replica ${replica.name} is ${Math.round(lag / 1_000)} seconds behind.`];
    } catch (error) {
      return [`Replica ${replica.name} cannot be read from: ${(error as Error).message}`];
    } finally {
      await replica.close();
    }
  });
  return (await Promise.all(messages)).flat();
}
