/** The first of a list that must not be empty. */
export function first<T>(list: readonly T[]): T {
  const [found] = list;
  if (found === undefined) throw new Error("The list is empty.");
  return found;
}
