import { vitePlugin as remix } from "@remix-run/dev";
import autoprefixer from "autoprefixer";
import tailwindcss from "tailwindcss";
import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vite";
import remixOptions from "./remix.config.js";
import tailwindConfig from "./tailwind.config";

const CLIENT_ROUTE = "?__remix-build-client-route";

/** No page hydrates, so the browser build of every route is empty: nothing of a route can leak into it. */
const noClientRoutes: Plugin = {
  name: "no-client-routes",
  enforce: "pre",
  load(id, options) {
    if (!options?.ssr && id.endsWith(CLIENT_ROUTE)) return "export {}";
    return undefined;
  },
  transform: {
    order: "post",
    handler(_code, id, options) {
      if (!options?.ssr && id.endsWith(CLIENT_ROUTE)) return { code: "export {}", map: null };
      return undefined;
    },
  },
};

/** The programs of the server build, and one shared React chunk for all islands in the browser build. */
const entries: Plugin = {
  name: "entries",
  enforce: "post",
  config(config, { command, isSsrBuild }) {
    if (command !== "build") return;
    const rollup = ((config.build ??= {}).rollupOptions ??= {});
    const output = rollup.output as { entryFileNames?: string; manualChunks?: (id: string) => string | undefined };
    if (isSsrBuild) {
      rollup.input = {
        index: "./bin/server.ts",
        migrate: "./server/cli/migrate.ts",
        doctor: "./server/cli/doctor.ts",
        backup: "./server/cli/backup.ts",
        restore: "./server/cli/restore.ts",
        purge: "./server/cli/purge.ts",
        // The name that it had before, for one release.
        retain: "./server/cli/purge.ts",
        seed: "./seeders/main.ts",
        admin: "./server/cli/admin.ts",
        legacy: "./server/cli/legacy.ts",
        replay: "./replay/main.ts",
      };
      output.entryFileNames = "[name].js";
    } else {
      rollup.output = {
        ...output,
        manualChunks: (id) =>
          /\/node_modules\/(react|react-dom|scheduler)\/|\/app\/islands\/root\.tsx/.test(id) ? "react" : undefined,
      };
    }
  },
};

/** Without a client router an edit of server code shows only by a reload; component edits keep their hot update. */
const reloadOnServerChange: Plugin = {
  name: "reload-on-server-change",
  apply: "serve",
  enforce: "post",
  hotUpdate: {
    order: "post",
    handler({ modules, server, file }) {
      if (this.environment.name !== "ssr" || !modules.length) return;
      if (server.environments.client.moduleGraph.getModulesByFile(file)?.size) return;
      server.environments.client.hot.send({ type: "full-reload" });
    },
  },
};

/** The oldest that understand `build.target`. Prefixes for older ones would only cost bytes. */
const browsers = ["chrome 94", "firefox 93", "safari 16.4"];

export default defineConfig({
  plugins: [noClientRoutes, remix(remixOptions as Parameters<typeof remix>[0]), entries, reloadOnServerChange],
  resolve: {
    alias: {
      "~": fileURLToPath(new URL("./app", import.meta.url)),
      "~models": fileURLToPath(new URL("./models/index.ts", import.meta.url)),
    },
  },
  css: { postcss: { plugins: [tailwindcss(tailwindConfig), autoprefixer({ overrideBrowserslist: browsers })] } },
  optimizeDeps: {
    entries: ["app/entry.client.ts"],
    exclude: ["sequelize", "pg", "@node-rs/argon2"],
    esbuildOptions: { target: "es2022" },
  },
  build: { target: "es2022", cssMinify: true, modulePreload: { polyfill: false }, reportCompressedSize: false },
});
