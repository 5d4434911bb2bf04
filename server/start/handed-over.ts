import type { Worker } from "node:cluster";

type Message = { act?: string; seq?: number; ack?: number };
type Handle = { close(): void };

/**
 * Hangs up on clients whose connection was handed to a worker that died before it took it. No other process knows these
 * connections, so the clients would wait without limit.
 */
export function hangUpWithItsWorker({ process }: Worker): void {
  const held = new Map<number, Handle>();
  const send = process.send.bind(process) as (...given: unknown[]) => boolean;
  process.send = (...given: unknown[]): boolean => {
    const [message, handle] = given as [Message | undefined, Handle | undefined];
    if (message?.act === "newconn" && message.seq !== undefined && handle) held.set(message.seq, handle);
    return send(...given);
  };
  process.on("internalMessage", ({ ack }: Message) => ack !== undefined && held.delete(ack));
  process.once("exit", () => held.forEach((handle) => handle.close()));
}
