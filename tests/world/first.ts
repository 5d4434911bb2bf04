/** The first item of a list; throws if it is empty. */
export function first<T>(list: readonly T[]): T {
  const [found] = list;
  if (found === undefined) throw new Error("The list is empty.");
  return found;
}
