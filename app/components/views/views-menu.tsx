import { useLoaderData, useLocation } from "@remix-run/react";
import { views as texts } from "./texts";

export const VIEWS = "/app/profile/views";

type Listed = { id: number; name: string; own: boolean; owner: string };
type Loaded = { views?: readonly Listed[] | null; values?: Readonly<Record<string, unknown>> } | null | undefined;

type Views = { views: readonly Listed[]; values: Readonly<Record<string, unknown>> };

/** The views that the screen's loader returns, if it can be saved. */
export function useViews(): Views | undefined {
  const loaded: Loaded = useLoaderData();
  return loaded?.views ? { views: loaded.views, values: loaded.values ?? {} } : undefined;
}

/** The views of the screen and the link that saves another. */
export function ViewsMenu({ views, values }: Views) {
  const { pathname, search } = useLocation();
  const save = saveAddress(pathname, search, values);
  if (views.length === 0) return <a href={save}>{texts.save}</a>;
  return (
    <details className="drop">
      <summary className="button">{texts.menu}</summary>
      <div className="menu">
        {views.map(({ id, name, own, owner }) => (
          <a key={id} href={`/app/views/${id}`}>
            {name} {!own && <small>{texts.by(owner)}</small>}
          </a>
        ))}
        <a href={save}>{texts.save}</a>
        <a href={VIEWS}>{texts.all}</a>
      </div>
    </details>
  );
}

/** The days in force are part of the view, also where the address does not have them. */
function saveAddress(screen: string, search: string, { start, end }: Readonly<Record<string, unknown>>): string {
  const query = new URLSearchParams(search);
  if (typeof start === "string" && typeof end === "string" && !query.has("during")) {
    query.delete("hint");
    query.set("start", start);
    query.set("end", end);
  }
  return saveAddressOf(screen, query.toString());
}

/** The form for a view of a screen with a query, which it has as it is elsewhere on the page: that compresses better. */
export const saveAddressOf = (screen: string, query: string): string =>
  `${VIEWS}/create?screen=${screen}${query && `&${query}`}`;
