/** Which file may import which, types included. `tests/house.test.ts` checks it. */

/** Modules in the order of their levels: each may import the index files of modules on earlier levels. */
export const LEVELS = [
  ["mail"],
  ["accounts", "audit"],
  ["options", "domains", "blacklist", "sites", "types"],
  ["agents"],
  ["offices"],
  ["admins"],
  ["identity", "approvals", "migration", "messages"],
  ["fees", "links", "payouts"],
  ["tracking"],
  ["logs", "webhooks"],
  ["payroll", "signals"],
  ["doctor"],
  ["search", "claims"],
  ["news", "alerts", "manuals", "uploads"],
  ["keys"],
  ["invariants", "backup", "maintenance"],
  ["reports"],
  ["home"],
  ["views"],
];
/** Folders of the kernel from the bottom to the top. */
export const KERNEL = ["time", "text", "addresses", "process", "net", "database", "operation"];
/** Beside the kernel; it knows no rule of the business. */
export const GROUND = ["postgres"];
/** The words of the trade that several modules use: event kinds, events for other systems, flags, half-months. The kernel imports none of them. */
export const TRADE = "trade";
/** Parts of the process, which puts modules together and may import all of them. */
export const PROCESS = ["cli", "processes", "http"];

/** The folders of the project from the bottom to the top; tests/ stands outside. */
export const LAYERS = [["server", "models"], ["seeders"], ["replay"], ["app"], ["bench", "bin"]];
const top = (...folders) => `^(${folders.join("|")})/`;

export const FOLDERS = LAYERS.flat();
/** Any file of the project: packages and Node's own modules are free for all. */
const OWN = `^(${[...FOLDERS, "tests"].join("|")})/|^(?!node:)[^/]+\\.[^/]+$`;

/** Files of the kernel with models: `database` defines all of them, the others keep records of the kernel's own. */
const KEEPS_RECORDS =
  "^server/kernel/(operation/(audit|idempotency)|process/secrets|database/(transactions|link-state|replicas/heartbeat|replicas/own-change))\\.ts$";

const inKernel = (folders) =>
  `^server/kernel/(${folders.map((one) => (one.endsWith("$") ? one : `${one}/`)).join("|")})`;

/** A small module is one file, `server/news.ts`. */
const within = (modules) => `^server/(${modules.join("|")})(/|\\.ts$)`;

const downwards = (modules, i) =>
  modules.map((module) => ({
    name: "modules-import-downwards",
    comment:
      "A module imports its own files, the kernel, the trade, models and the index files of modules on earlier levels.",
    severity: "error",
    from: { path: within([module]) },
    to: {
      path: OWN,
      pathNot: [
        within([module, "kernel", TRADE, ...GROUND]),
        "^models/",
        ...(i > 0 ? [`^server/(${LEVELS.slice(0, i).flat().join("|")})(/index)?\\.ts$`] : []),
      ],
    },
  }));

/** @type {import("dependency-cruiser").IForbiddenRuleType[]} */
export const forbidden = [
  {
    name: "kernel-stands-alone",
    comment: "The kernel imports nothing but itself.",
    severity: "error",
    from: { path: "^server/kernel/", pathNot: KEEPS_RECORDS },
    to: { path: OWN, pathNot: "^server/kernel/" },
  },
  {
    name: "kernel-keeps-records-of-its-own",
    comment:
      "The files of the kernel that open the database with its models or keep records of its own import these beside.",
    severity: "error",
    from: { path: KEEPS_RECORDS },
    to: { path: OWN, pathNot: "^(server/kernel|models)/" },
  },
  ...KERNEL.slice(0, -1).map((folder, i) => ({
    name: "kernel-imports-downwards",
    comment: "A folder of the kernel imports folders below it.",
    severity: "error",
    from: { path: inKernel([folder]) },
    to: { path: inKernel(KERNEL.slice(i + 1)) },
  })),
  {
    name: "transactions-by-their-verbs",
    comment: "Code outside the kernel opens transactions by the verbs of its database alone.",
    severity: "error",
    from: { pathNot: ["^server/kernel/database/(transactions\\.ts$|replicas/)"] },
    to: { path: "^server/kernel/database/transaction-context\\.ts$" },
  },
  {
    name: "ground-imports-the-kernel-alone",
    comment: "What stands beside the kernel knows no rule of the business.",
    severity: "error",
    from: { path: within(GROUND) },
    to: { path: OWN, pathNot: within(["kernel", ...GROUND]) },
  },
  {
    name: "trade-imports-the-kernel-alone",
    comment: "The words of the trade stand on the kernel alone.",
    severity: "error",
    from: { path: within([TRADE]) },
    to: { path: OWN, pathNot: within(["kernel", TRADE]) },
  },
  ...LEVELS.flatMap(downwards),
  {
    name: "app-imports-the-gate",
    comment: "What the web needs of the server, app/gate.server.ts exports.",
    severity: "error",
    from: { path: "^app/", pathNot: "^app/gate\\.server\\.ts$" },
    to: { path: "^(server|models|seeders|replay)/" },
  },
  ...LAYERS.slice(0, -1).map((layer, i) => ({
    name: "no-import-runs-upward",
    comment:
      "A layer imports nothing of a layer above it, dynamic imports and types included: the entry points in bin/ inject what it needs.",
    severity: "error",
    from: { path: top(...layer) },
    to: { path: [top(...LAYERS.slice(i + 1).flat()), ...(layer.includes("app") ? [] : ["^virtual:"])] },
  })),
  {
    name: "benchmark-measures-pages-from-outside",
    comment: "The benchmark requests pages over HTTP, so that it measures every version of them.",
    severity: "error",
    from: { path: "^bench/" },
    to: { path: "^app/" },
  },
  {
    name: "components-import-components",
    comment: "Components import components, the product's texts and the types of operations.",
    severity: "error",
    from: { path: "^app/components/" },
    to: { path: OWN, pathNot: "^app/(components/|texts\\.ts$|gate\\.server\\.ts$)" },
  },
  {
    name: "components-import-only-types-from-the-gate",
    comment: "Components are part of the browser's files, so they import nothing but types from the gate.",
    severity: "error",
    from: { path: "^app/components/" },
    to: { path: "^app/gate\\.server\\.ts$", dependencyTypesNot: ["type-only"] },
  },
  {
    name: "models-import-roles-alone",
    comment: "Models import each other and, of the server, who acts.",
    severity: "error",
    from: { path: "^models/" },
    to: { path: OWN, pathNot: "^(models/|server/kernel/operation/roles\\.ts$)" },
  },
  {
    name: "no-cycles",
    comment: "No file imports itself by way of others.",
    severity: "error",
    from: {},
    to: { circular: true },
  },
  {
    name: "imports-are-found",
    comment: "Every import is resolved: no rule sees one that is not.",
    severity: "error",
    from: {},
    to: { couldNotResolve: true, pathNot: "^virtual:" },
  },
];

/** @type {import("dependency-cruiser").IConfiguration} */
const configuration = {
  forbidden,
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    doNotFollow: { path: "node_modules" },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "require", "node", "default"] },
  },
};

export default configuration;
