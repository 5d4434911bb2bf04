import { flatRoutes } from "@remix-run/fs-routes";
import type { RouteConfig, RouteConfigEntry } from "@remix-run/route-config";
import { ASKING, FILES, FOLDERS } from "./pages/addresses";

/** Every address has a file in `routes/`, except those of one kind, which share one in `pages/`. */
async function routes(): Promise<RouteConfigEntry[]> {
  const all = await flatRoutes();
  const app = all.find(({ path }) => path === "app");
  app?.children?.push(
    ...FILES.map((path) => ({ id: path, path, file: "pages/download.ts" })),
    ...ASKING.map((path) => `${path}/confirm`).map((path) => ({ id: path, path, file: "pages/question.tsx" })),
    ...FOLDERS.map((path) => ({ id: path, path, file: "pages/folder.ts" })),
  );
  return all;
}

export default routes() satisfies RouteConfig;
