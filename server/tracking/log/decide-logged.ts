import type pg from "pg";
import { isAborted } from "../../kernel/database/transactions";
import { log } from "../../kernel/process/log";
import { decideAll } from "../postbacks/batches";
import { decide } from "../postbacks/decide";
import type { LoggedPostback } from "./records";
import { isRowError, type Refuse } from "./store-chunks";

const TRIES = 10;

/** A postback of a segment. */
export type WaitingPostback = {
  segment: string;
  postback: LoggedPostback;
  payload: Buffer;
  start: number;
  end: number;
};

const questionOf = ({ postback: { request, secretHash, unreadable } }: WaitingPostback) => ({
  request,
  input: { params: new Map(Object.entries(request.params)), secretHash, unreadable, spooled: true },
});

/**
 * Decides postbacks of the log together, on a connection without an open transaction. One that was decided before is left
 * as it is. One that the database rejects is given to `refuse`. Throws all other errors of the database.
 */
export async function decideLogged(
  client: pg.Client,
  postbacks: readonly WaitingPostback[],
  refuse: Refuse,
): Promise<void> {
  const failed = new Set<WaitingPostback>();
  const batch = postbacks.map((one) => ({
    ...questionOf(one),
    done: () => undefined,
    failed: () => void failed.add(one),
  }));
  await decideAll(client, batch, true);
  for (const one of failed) await decideAlone(client, one, refuse);
}

async function decideAlone(client: pg.Client, one: WaitingPostback, refuse: Refuse): Promise<void> {
  const { request, input } = questionOf(one);
  for (let tries = 1; ; tries++) {
    try {
      await decide(client, request, input, true);
      return;
    } catch (error) {
      if (isAborted(error) && tries < TRIES) continue;
      if (!isRowError(error)) throw error;
      log().error({ event: "postback refused by the database", requestId: request.receipt, err: error });
      return refuse(one.segment, one.payload);
    }
  }
}
