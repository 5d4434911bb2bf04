import { vitePlugin as remix } from "@remix-run/dev";
import autoprefixer from "autoprefixer";
import tailwindcss from "tailwindcss";
import { fileURLToPath } from "node:url";
import type { AcceptedPlugin } from "postcss";
import { defineConfig, type Plugin } from "vite";
import remixOptions from "./remix.config.js";

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
        "rotate-keys": "./server/cli/rotate-keys.ts",
        // The name that it had before, for one release.
        retain: "./server/cli/purge.ts",
        seed: "./seeders/main.ts",
        admin: "./server/cli/admin.ts",
        legacy: "./server/cli/legacy.ts",
        replay: "./replay/main.ts",
        "clean-html": "./server/kernel/process/cleaning-thread.ts",
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

const PRELOAD_HELPER = "\0vite/preload-helper.js";

/**
 * Loads the styles of an island before its script. Replaces Vite's own helper, which takes a tenth of the script of
 * every page: it also covers browsers and set-ups that this product does not have.
 */
const preloadStyles: Plugin = {
  name: "preload-styles",
  enforce: "pre",
  load(id) {
    if (id !== PRELOAD_HELPER) return undefined;
    return `const load = (file) => new Promise((done, failed) => {
        const link = document.createElement("link");
        [link.rel, link.href, link.onload, link.onerror] = ["stylesheet", "/" + file, done, failed];
        document.head.append(link);
      });
      const loads = {};
      export const __vitePreload = (start, files = []) =>
        Promise.all(files.map((file) => (loads[file] ??= load(file)))).then(start);`;
  },
};

/**
 * A plugin of Remix that, after an edit of server code, follows each way through the imports to the browser's modules. There
 * are so many ways in this project that it does not come back; `reloadOnServerChange` does what is needed.
 */
const WALKS_ALL_IMPORTS = "remix-server-change-trigger-client-hmr";

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

/**
 * Leaves out the cascade layers, which browsers of 2021 do not know: the style sheet is written in their order, and few
 * selectors have more than one class.
 */
const flatLayers: AcceptedPlugin = {
  postcssPlugin: "flat-layers",
  OnceExit(root) {
    root.walkAtRules("layer", (layer) => {
      if (layer.nodes) layer.replaceWith(layer.nodes);
      else layer.remove();
    });
  },
};

/** The oldest that understand `build.target`. Prefixes for older ones would only cost bytes. */
const browsers = ["chrome 94", "firefox 93", "safari 16.4"];

export default defineConfig({
  plugins: [
    preloadStyles,
    noClientRoutes,
    remix(remixOptions as Parameters<typeof remix>[0]).filter(({ name }) => name !== WALKS_ALL_IMPORTS),
    entries,
    reloadOnServerChange,
  ],
  resolve: {
    alias: {
      "~": fileURLToPath(new URL("./app", import.meta.url)),
      "~models": fileURLToPath(new URL("./models/index.ts", import.meta.url)),
    },
  },
  css: {
    postcss: {
      plugins: [tailwindcss(), flatLayers, autoprefixer({ overrideBrowserslist: browsers })],
    },
  },
  optimizeDeps: {
    entries: ["app/entry.client.ts"],
    exclude: ["sequelize", "pg", "@node-rs/argon2"],
    esbuildOptions: { target: "es2022" },
  },
  build: {
    target: "es2022",
    cssMinify: true,
    // Styles only: the scripts that an island imports would be named in the script of every page.
    modulePreload: { polyfill: false, resolveDependencies: () => [] },
    reportCompressedSize: false,
  },
});
