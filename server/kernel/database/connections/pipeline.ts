import type { Socket } from "node:net";
import pg from "pg";

type Piped = Pick<pg.Client, "query"> & { pipeline: boolean; connection: { stream: Socket } };

/**
 * Sends the statements of a connection behind one another without waiting for answers, and those of one turn of the event
 * loop in one write: a write costs more than the statement in it.
 */
export function pipelineByTurn(client: Piped): void {
  // The ORM does not pass this setting on.
  client.pipeline = true;
  const { stream } = client.connection;
  let corked = false;
  const flush = () => {
    corked = false;
    stream.uncork();
  };
  client.query = function query(this: pg.Client, ...args: unknown[]) {
    if (!corked) {
      corked = true;
      stream.cork();
      process.nextTick(flush);
    }
    return (pg.Client.prototype.query as (...args: unknown[]) => unknown).apply(this, args);
  } as typeof client.query;
}
