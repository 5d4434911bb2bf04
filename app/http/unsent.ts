/**
 * What a loader answers, for the page alone: the framework also writes everything that can be listed of it into a
 * hand-over for scripts of its own, which no page has. Such an answer has no keys: it is read by name and not spread.
 */
export const unsent = <T extends object>(answer: T): T =>
  Object.defineProperties(
    {} as T,
    Object.fromEntries(Object.entries(answer).map(([name, value]) => [name, { value: value as unknown }])),
  );

/** The same answer with more in it: to spread it would find nothing. */
export const withMore = <T extends object, M extends object>(answer: T, more: M): T & M =>
  Object.defineProperties(answer, Object.getOwnPropertyDescriptors(unsent(more))) as T & M;
