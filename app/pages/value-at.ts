import { matchPath } from "@remix-run/react";

/** The value whose key matches the address. Keys are addresses below `/app` with the names of their parameters. */
export function valueAt<T>(values: Readonly<Record<string, T>>, pathname: string): T {
  const found = Object.entries(values).find(([address]) => matchPath(`/app/${address}`, pathname));
  if (!found) throw new Error(`No page for ${pathname}`);
  return found[1];
}
