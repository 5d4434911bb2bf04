/**
 * Independent reads in the open transaction, sent one behind the other without waiting for answers in between. Waits for
 * all of them before it throws the first failure: none may use the connection after the end of the transaction.
 */
export async function readTogether<T extends readonly unknown[]>(
  ...reads: T
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  const all = Promise.all(reads);
  await all.catch(() => Promise.allSettled(reads));
  return all;
}
