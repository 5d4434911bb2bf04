import { createRequestHandler, type RequestHandler, type ServerBuild } from "@remix-run/node";
import { type AgnosticRouteObject, matchRoutes } from "@remix-run/router";

/** Maximum number of addresses whose route is cached. Many addresses contain ids. */
const MAX_CACHED_PATHS = 2_000;

/**
 * Answers each request with a handler that contains only its route and the parent routes: for every page, the framework
 * goes through all routes of its build several times and rebuilds them.
 */
export function routeHandlers(build: ServerBuild, mode: string): RequestHandler {
  const tree = childrenOf(build, undefined);
  const fullHandler = createRequestHandler(build, mode);
  const handlers = new Map<string, RequestHandler>();
  const byPath = new Map<string, RequestHandler>();
  const find = (pathname: string): RequestHandler => {
    const ids = matchRoutes(tree, pathname)?.map(({ route }) => route.id ?? "");
    if (!ids) return fullHandler;
    const key = ids.join();
    const known = handlers.get(key) ?? createRequestHandler(narrowed(build, ids), mode);
    handlers.set(key, known);
    return known;
  };
  return (request, context) => {
    const { pathname } = new URL(request.url);
    const known = byPath.get(pathname) ?? find(pathname);
    if (byPath.size >= MAX_CACHED_PATHS) byPath.clear();
    byPath.set(pathname, known);
    return known(request, context);
  };
}

const childrenOf = (build: ServerBuild, parentId: string | undefined): AgnosticRouteObject[] =>
  Object.values<ServerBuild["routes"][string] | undefined>(build.routes).flatMap((route): AgnosticRouteObject[] => {
    if (!route || route.parentId !== parentId) return [];
    const { id, path } = route;
    return route.index ? [{ id, path, index: true }] : [{ id, path, children: childrenOf(build, id) }];
  });

function narrowed(build: ServerBuild, ids: readonly string[]): ServerBuild {
  const only = <T>(routes: Record<string, T>) =>
    Object.fromEntries(Object.entries(routes).filter(([id]) => ids.includes(id)));
  return { ...build, routes: only(build.routes), assets: { ...build.assets, routes: only(build.assets.routes) } };
}
