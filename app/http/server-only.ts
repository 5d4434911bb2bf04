/**
 * A loader's answer that is used only for server rendering. Remix also serializes the enumerable properties of an
 * answer into a hand-over for its own scripts, which no page includes. This makes them non-enumerable: read them by
 * name, because spreading finds nothing.
 */
export const serverOnly = <T extends object>(answer: T): T =>
  Object.defineProperties(
    {} as T,
    Object.fromEntries(Object.entries(answer).map(([name, value]) => [name, { value: value as unknown }])),
  );

/** The same answer with more properties. Spreading would lose the existing ones. */
export const addServerOnly = <T extends object, M extends object>(answer: T, more: M): T & M =>
  Object.defineProperties(answer, Object.getOwnPropertyDescriptors(serverOnly(more))) as T & M;
