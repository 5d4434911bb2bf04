import { useLoaderData, useLocation } from "@remix-run/react";
import { views as texts } from "./texts";

export const VIEWS = "/app/profile/views";

type Listed = { id: number; name: string; own: boolean; owner: string };
type Loaded = { views?: readonly Listed[] | null; values?: Readonly<Record<string, unknown>> } | null | undefined;

/** The views of the screen and the link that saves another. The screen's loader returns its views, if it can be saved. */
export function ViewsMenu() {
  const loaded: Loaded = useLoaderData();
  const { pathname, search } = useLocation();
  if (!loaded?.views) return null;
  return (
    <details className="drop">
      <summary className="button">{texts.menu}</summary>
      <div className="menu">
        {loaded.views.map(({ id, name, own, owner }) => (
          <a key={id} href={`/app/views/${id}`}>
            {name}
            {!own && <small>{texts.by(owner)}</small>}
          </a>
        ))}
        <a href={saveAddress(pathname, search, loaded.values ?? {})}>{texts.save}</a>
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
  return `${VIEWS}/create?${new URLSearchParams({ screen, query: query.toString() })}`;
}
