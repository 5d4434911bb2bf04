import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, normalize, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

/** The architecture, read off the import statements: direction, doors, cycles, sizes. */

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const FOLDERS = ["app", "server", "models", "seeders", "replay", "bench", "bin"];

function* sources(folder: string): Generator<string> {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) yield* sources(path);
    else if (/\.(ts|tsx|mjs)$/.test(name)) yield path;
  }
}

type Source = { file: string; text: string; imports: string[] };

const exists = (path: string) => {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
};

/** The project's file that an import names, or undefined for packages. */
function resolve(from: string, specifier: string): string | undefined {
  const base = specifier.startsWith("~/")
    ? join(root, "app", specifier.slice(2))
    : specifier.startsWith(".")
      ? normalize(join(dirname(from), specifier))
      : undefined;
  if (base === undefined) return undefined;
  const found = ["", ".ts", ".tsx", ".mjs", ".js", "/index.ts", "/index.server.ts"]
    .map((end) => base + end)
    .find(exists);
  return found && relative(root, found);
}

const all: Source[] = FOLDERS.flatMap((folder) => {
  try {
    return [...sources(join(root, folder))];
  } catch {
    return [];
  }
}).map((path) => {
  const text = readFileSync(path, "utf8");
  const specifiers = [
    ...text.matchAll(
      /(?:^|\n)\s*(?:import|export)\b[^;"']*?from\s+["']([^"']+)["']|import\(\s*["']([^"']+)["']\s*\)|(?:^|\n)import\s+["']([^"']+)["']/g,
    ),
  ];
  const imports = specifiers.flatMap((match) => resolve(path, (match[1] ?? match[2] ?? match[3])!) ?? []);
  return { file: relative(root, path), text, imports };
});

// A room may use the doors of rooms that stand before it.
const ORDER = [
  ["kernel"],
  ["accounts"],
  ["options", "domains", "blacklist", "sites", "types"],
  ["agents"],
  ["offices"],
  ["admins"],
  ["identity", "approvals", "migration"],
  ["fees", "links"],
  ["tracking"],
  ["logs"],
  ["doctor"],
  ["news", "alerts", "manuals", "uploads"],
  ["payroll"],
  ["invariants", "backup", "upkeep"],
  ["reports"],
];
// Ground beside the kernel that knows no rule of the business.
const GROUND = ["postgres", "mail"];
// The process puts rooms together: it may use every door.
const PROCESS = /^server\/([a-z-]+\.ts|cli\/|start\/|http\/)/;
const levelOf = (room: string) => ORDER.findIndex((level) => level.includes(room));
const roomOf = (file: string) => /^server\/([^/]+)\//.exec(file)?.[1];

test("rooms stand on the doors of rooms below them, and the kernel on nothing", () => {
  const wrong = all
    .filter(({ file }) => roomOf(file) !== undefined && !PROCESS.test(file))
    .flatMap(({ file, imports }) =>
      imports.flatMap((target) => {
        const [mine, theirs] = [roomOf(file)!, roomOf(target)];
        const line = `${file} -> ${target}`;
        if (target.startsWith("models/")) return mine === "kernel" || GROUND.includes(mine) ? [line] : [];
        if (theirs === undefined) return [line];
        if (theirs === mine || theirs === "kernel" || (GROUND.includes(theirs) && mine !== "kernel")) return [];
        if (GROUND.includes(mine)) return [line];
        const isDoor = target === `server/${theirs}/index.ts`;
        return isDoor && levelOf(theirs) >= 0 && levelOf(theirs) < levelOf(mine) ? [] : [line];
      }),
    );
  expect(wrong).toEqual([]);
});

test("every room has its place in the order", () => {
  const rooms = new Set(all.flatMap(({ file }) => roomOf(file) ?? []));
  const placed = new Set([...ORDER.flat(), ...GROUND, "cli", "start", "http"]);
  expect([...rooms].filter((room) => !placed.has(room))).toEqual([]);
});

test("the face reaches the server through its gate alone, and the server knows no face", () => {
  const wrong = all.flatMap(({ file, imports }) =>
    imports
      .filter((target) => {
        if (file.startsWith("app/")) return /^(server|models|seeders)\//.test(target) && file !== "app/gate.server.ts";
        // The benchmark renders tables by themselves: they are the floor of the pages that hold them.
        if (file.startsWith("bench/")) return target.startsWith("app/") && !target.startsWith("app/components/");
        return target.startsWith("app/") && !["server/app.ts", "vite.config.ts"].includes(file);
      })
      .map((target) => `${file} -> ${target}`),
  );
  expect(wrong).toEqual([]);
});

test("components import components and the product's texts, and models stand on the kernel", () => {
  const wrong = all.flatMap(({ file, imports }) =>
    imports
      .filter((target) => {
        if (file.startsWith("app/components/")) return !/^app\/(components\/|texts(\/|\.ts))/.test(target);
        if (file.startsWith("models/")) return !/^(models|server\/kernel)\//.test(target);
        return false;
      })
      .map((target) => `${file} -> ${target}`),
  );
  expect(wrong).toEqual([]);
});

test("no statement, model or comparison of roles stands in the face", () => {
  const wrong = all
    .filter(({ file }) => file.startsWith("app/"))
    .filter(({ text }) => /\bsql`|sequelize|\.role\s*[<>=!]|\broles?\.(admin|company|agent|superadmin)\b/i.test(text));
  expect(wrong.map(({ file }) => file)).toEqual([]);
});

test("every connection to the database is made in one folder of the kernel", () => {
  const FOLDER = /^server\/kernel\/(connections\/|database-address\.ts$)/;
  const made = /\bnew (?:\w+\.)?(?:Client|Pool|Sequelize)\(|\bconnectionTo\b|\bconnectionString\b/;
  expect(all.filter(({ file, text }) => !FOLDER.test(file) && made.test(text)).map(({ file }) => file)).toEqual([]);
});

test("code outside the kernel opens transactions by the verbs of its database alone", () => {
  const CONTEXT = "server/kernel/transaction-context.ts";
  const users = all.filter(({ imports }) => imports.includes(CONTEXT)).map(({ file }) => file);
  expect(users.filter((file) => !/^server\/kernel\/(database\.ts|replicas\/)/.test(file))).toEqual([]);
});

test("imports have no cycles", () => {
  const graph = new Map(all.map(({ file, imports }) => [file, imports]));
  const done = new Set<string>();
  const cycles: string[] = [];
  const visit = (file: string, path: string[]): void => {
    const at = path.indexOf(file);
    if (at >= 0) return void cycles.push([...path.slice(at), file].join(" -> "));
    if (done.has(file)) return;
    for (const target of graph.get(file) ?? []) visit(target, [...path, file]);
    done.add(file);
  };
  for (const file of graph.keys()) visit(file, []);
  expect(cycles).toEqual([]);
});

const LIMITS: [RegExp, number][] = [
  [/^app\/routes\//, 120],
  [/^app\/components\//, 120],
  [/./, 250],
];

test("no file is longer than its kind may be, unless its first line says why", () => {
  const long = all.flatMap(({ file, text }) => {
    const lines = text.trimEnd().split("\n");
    const limit = LIMITS.find(([kind]) => kind.test(file))![1];
    return lines.length <= limit || /^\/[/*]+ Long because/.test(lines[0]!)
      ? []
      : [`${file}: ${lines.length} of ${limit}`];
  });
  expect(long).toEqual([]);
});

test("names are the trade's: kebab-case, and no drawer for odds and ends", () => {
  const drawers = /(^|[/-])(utils?|helpers?|misc|common|managers?|services?)([./-]|$)|Impl\b/;
  const named = all.filter(
    ({ file }) =>
      drawers.test(file.replace("common-log", "")) ||
      /[A-Z]/.test(file.replace(/^app\/routes\//, "").replaceAll(/\$\w+/g, "")),
  );
  expect(named.map(({ file }) => file)).toEqual([]);
});

test("nothing is put off or switched off without a reason beside it", () => {
  const wrong = all.flatMap(({ file, text }) =>
    text.split("\n").flatMap((line, i, lines) => {
      const put = /\b(TODO|FIXME|XXX|HACK)\b|@ts-(ignore|nocheck)/.test(line);
      const unexplained =
        line.includes("eslint-disable") && !/ -- \S/.test(line) && !/^\s*(\/\/|\*|\/\*)/.test(lines[i - 1] ?? "");
      return put || unexplained ? [`${file}:${i + 1}`] : [];
    }),
  );
  expect(wrong).toEqual([]);
});
