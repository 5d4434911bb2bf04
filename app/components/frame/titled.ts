import type { MetaFunction, SerializeFrom } from "@remix-run/node";

/** The title of a screen's document: what it is, of which record where there are several, then whose. */
export const titled =
  <Loader = unknown>(title: string, of?: (data: SerializeFrom<Loader>) => string): MetaFunction<Loader> =>
  ({ data, matches }) => {
    const root = matches.find(({ id }) => id === "root")?.data as { brand?: { name: string } } | undefined;
    // A screen that failed has no data.
    const record = data === undefined ? undefined : of?.(data as SerializeFrom<Loader>);
    return [{ title: [record ? `${title}: ${record}` : title, root?.brand?.name].filter(Boolean).join(" · ") }];
  };
