/**
 * Runs `act` for all items, at most `width` at once, started in their order. Of items that share a key, a later one
 * starts when the earlier ones are done. Returns the results in the order of the items. Rejects with the first fault,
 * after all have ended.
 */
export async function inOrder<T, R>(
  items: readonly T[],
  width: number,
  keysOf: (item: T) => readonly string[],
  act: (item: T) => Promise<R>,
): Promise<R[]> {
  const last = new Map<string, Promise<unknown>>();
  const running = new Set<Promise<unknown>>();
  const results: Promise<R>[] = [];
  for (const item of items) {
    if (running.size >= width) await Promise.race(running);
    const keys = keysOf(item);
    const before = keys.flatMap((key) => last.get(key) ?? []);
    const result = Promise.all(before).then(() => act(item));
    const ended = result.then(
      () => undefined,
      () => undefined,
    );
    for (const key of keys) last.set(key, ended);
    running.add(ended);
    void ended.then(() => running.delete(ended));
    results.push(result);
    // A fault is reported once, at the end. Until then it must not count as unhandled.
    result.catch(() => undefined);
  }
  await Promise.all(running);
  return Promise.all(results);
}
