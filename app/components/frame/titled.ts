import type { MetaFunction } from "@remix-run/node";

/** The title of a screen's document: what it is, then whose. */
export const titled =
  (title: string): MetaFunction =>
  ({ matches }) => {
    const root = matches.find(({ id }) => id === "root")?.data as { brand?: { name: string } } | undefined;
    return [{ title: root?.brand ? `${title} · ${root.brand.name}` : title }];
  };
