import type { MetaFunction, SerializeFrom } from "@remix-run/node";

// eslint-disable-next-line @typescript-eslint/no-deprecated -- Remix 2 has no other type for loader data
type Loaded<Loader> = SerializeFrom<Loader>;

/** The document title: screen, record (if there is one), brand. */
export const pageTitle =
  <Loader = unknown>(title: string, getName?: (data: Loaded<Loader>) => string): MetaFunction<Loader> =>
  ({ data, matches }) => {
    const root = matches.find(({ id }) => id === "root")?.data as { brand?: { name: string } } | undefined;
    // The loader data is missing if the screen failed.
    const record = data === undefined ? undefined : getName?.(data as Loaded<Loader>);
    return [{ title: [record ? `${title}: ${record}` : title, root?.brand?.name].filter(Boolean).join(" · ") }];
  };
