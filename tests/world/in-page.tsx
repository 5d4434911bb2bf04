import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { matchRoutes, parsePath } from "react-router-dom";
import { createStaticRouter, StaticRouterProvider } from "react-router-dom/server";

/** The HTML of components as rendered on the page at `address`, whose loader returned nothing but an empty object. */
export function inPage(node: ReactNode, address = "/app/agents"): string {
  const routes = [{ id: "page", path: "*", element: node }];
  const location = { pathname: "/", search: "", hash: "", ...parsePath(address), state: null, key: "default" };
  const context = {
    ...{ basename: "", location, matches: matchRoutes(routes, location) ?? [], loaderData: { page: {} } },
    ...{ actionData: null, errors: null, statusCode: 200, loaderHeaders: {}, actionHeaders: {}, activeDeferreds: null },
  } satisfies Parameters<typeof createStaticRouter>[1];
  const router = createStaticRouter(routes, context);
  const page = <StaticRouterProvider router={router} context={context} hydrate={false} />;
  return renderToStaticMarkup(page).replaceAll("<!-- -->", "");
}
