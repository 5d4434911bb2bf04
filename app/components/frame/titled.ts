import type { MetaFunction, SerializeFrom } from "@remix-run/node";

// eslint-disable-next-line @typescript-eslint/no-deprecated -- Remix 2 has no other type for the data of a loader
type Loaded<Loader> = SerializeFrom<Loader>;

/** The title of a screen's document: what it is, of which record where there are several, then whose. */
export const titled =
  <Loader = unknown>(title: string, of?: (data: Loaded<Loader>) => string): MetaFunction<Loader> =>
  ({ data, matches }) => {
    const root = matches.find(({ id }) => id === "root")?.data as { brand?: { name: string } } | undefined;
    // A screen that failed has no data.
    const record = data === undefined ? undefined : of?.(data as Loaded<Loader>);
    return [{ title: [record ? `${title}: ${record}` : title, root?.brand?.name].filter(Boolean).join(" · ") }];
  };
