import { expect, test } from "vitest";
import { nextBatch } from "../../server/tracking/clicks/next-batch";

/** Clicks of these agents, in the order of their arrival. */
const waitingOf = (...agents: number[]) => agents.map((agentId, at) => ({ at, click: { agentId } }));
const turns = (count: number, ...agents: number[]) => Array.from({ length: count }, () => agents).flat();
const agentsOf = (clicks: ReturnType<typeof waitingOf>) => [...new Set(clicks.map(({ click }) => click.agentId))];

test("on one server a batch has the oldest clicks, at most 200, and the others keep their order", () => {
  const waiting = waitingOf(...turns(150, 1, 2));
  const { batch, rest } = nextBatch(waiting);
  expect(batch).toEqual(waiting.slice(0, 200));
  expect(rest).toEqual(waiting.slice(200));
});

const shards = new Map([
  [1, "a"],
  [2, "b"],
  [3, "b"],
  [4, "c"],
]);

test("a large batch has clicks of few shards, so that few servers have to agree on it", () => {
  const waiting = waitingOf(...turns(600, 2, 1, 3, 4));
  const { batch, rest } = nextBatch(waiting, shards);
  expect(agentsOf(batch)).toEqual([2, 3]);
  expect(batch).toHaveLength(1_000);
  expect(rest).toHaveLength(1_400);
  expect(rest.map(({ at }) => at)).toEqual(rest.map(({ at }) => at).sort((a, b) => a - b));
});

test("the oldest click is in every batch, so that no click of a quiet shard waits for those of a busy one", () => {
  const waiting = waitingOf(4, ...turns(900, 2));
  const { batch } = nextBatch(waiting, shards);
  expect(batch[0]).toEqual(waiting[0]);
});

test("few clicks are sent together, whatever their shards, and those of new agents with them", () => {
  const waiting = waitingOf(...turns(20, 1, 2, 99));
  const { batch, rest } = nextBatch(waiting, shards);
  expect(batch).toHaveLength(60);
  expect(rest).toEqual([]);
});
