import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { readConfig, settingTexts } from "../server/kernel/process/config";
import { SECRET_SETTINGS } from "../server/kernel/process/secret-files";

/** The documentation: its links, and its statements about settings, scripts, files and metrics. */

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), "..");
const read = (file: string) => readFileSync(path.join(root, file), "utf8");

const SKIPPED = new Set(["node_modules", "build", "test-results"]);

function* files(folder: string, wanted: RegExp): Generator<string> {
  for (const entry of readdirSync(path.join(root, folder), { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) {
      if (!entry.name.startsWith(".") && !SKIPPED.has(entry.name)) yield* files(file, wanted);
    } else if (wanted.test(entry.name)) yield file;
  }
}

const documents = [...files("", /\.md$/)];
/** Pages about the current product; decisions may name things that have been removed. */
const current = documents.filter((file) => !file.startsWith(path.join("docs", "decisions")));

/** Markdown without code blocks, in which brackets are not links and "#" is not a heading. */
const prose = (text: string) => text.replaceAll(/^```[\s\S]*?^```/gm, "").replaceAll(/^ {4,}(?![-*\d]).*$/gm, "");
const withoutCode = (text: string) => prose(text).replaceAll(/`[^`\n]*`/g, "");

/** The anchors that GitHub generates for the headings of a page. */
function anchorsOf(file: string): Set<string> {
  const seen = new Map<string, number>();
  const anchors = new Set<string>();
  for (const [, heading = ""] of prose(read(file)).matchAll(/^#{1,6} +(.+?) *#*$/gm)) {
    const text = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1").replaceAll(/[`*]/g, "");
    const slug = text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\p{M} _-]/gu, "")
      .replaceAll(" ", "-");
    const count = seen.get(slug) ?? 0;
    seen.set(slug, count + 1);
    anchors.add(count === 0 ? slug : `${slug}-${count}`);
  }
  return anchors;
}

function brokenLinks(file: string): string[] {
  const text = withoutCode(read(file));
  const targets = [...text.matchAll(/\]\(([^)\s]+)(?: "[^"]*")?\)|^\[[^\]]+\]: +(\S+)/gm)].map(
    ([, inline, reference]) => inline ?? reference ?? "",
  );
  return targets.filter((target) => {
    if (/^[a-z][a-z+.-]*:/i.test(target)) return false;
    const [name = "", anchor] = target.split("#");
    const to = name === "" ? file : path.join(path.dirname(file), decodeURIComponent(name));
    if (!existsSync(path.join(root, to))) return true;
    return anchor !== undefined && !(to.endsWith(".md") && anchorsOf(to).has(anchor));
  });
}

test("every link of every document points to a file or heading that exists", () => {
  expect(documents.length).toBeGreaterThan(10);
  const broken = documents.flatMap((file) => brokenLinks(file).map((target) => `${file}: ${target}`));
  expect(broken).toEqual([]);
});

test("the README stays an overview of at most 150 lines with pictures under 60 KB", () => {
  const readme = read("README.md");
  expect(readme.trimEnd().split("\n").length).toBeLessThanOrEqual(150);
  const pictures = [...readme.matchAll(/!\[[^\]]+\]\(([^)]+)\)/g)].map(([, file = ""]) => file);
  expect(pictures.length).toBeGreaterThan(0);
  for (const file of pictures) expect(statSync(path.join(root, file)).size, file).toBeLessThan(60 * 1024);
});

const settings = settingTexts.map(({ name }) => name).sort();
test("docs/settings.md describes every setting exactly once and nothing else", () => {
  const rows = read("docs/settings.md").matchAll(/^\| `([A-Z_]+)` \|/gm);
  expect([...rows].map(([, name]) => name).sort()).toEqual(settings);
});

test(".env.example lists every setting exactly once and nothing else", () => {
  const lines = read(".env.example").matchAll(/^#?([A-Z_]+)=/gm);
  expect([...lines].map(([, name]) => name).sort()).toEqual(settings);
});

test("the examples in .env.example start a server once each CHANGE-ME is replaced", () => {
  const lines = [...read(".env.example").matchAll(/^#?([A-Z_]+)=(.*)$/gm)];
  const given = Object.fromEntries(lines.map(([, name = "", value = ""]) => [name, value]));
  expect(() => readConfig(given)).toThrow(/CHANGE-ME/);
  const secret = "0123456789abcdef0123456789abcdef";
  const replaced = Object.entries(given).map(([name, value]) => [name, value.replaceAll("CHANGE-ME", secret)]);
  expect(() => readConfig(Object.fromEntries(replaced) as Record<string, string>)).not.toThrow();
});

test("compose.yaml passes only existing settings to the server, and secrets in files that it names and the guide makes", () => {
  const compose = read("compose.yaml");
  const [, app = ""] = /^ {2}app:\n([\s\S]*?)^ {2}\w+:/m.exec(compose) ?? [];
  const given = [...app.matchAll(/^ {6}([A-Z_]+):/gm)].map(([, name = ""]) => name);
  expect(given).toEqual(expect.arrayContaining(["DATABASE_URL_FILE", "SESSION_SECRET_FILE", "DATA_KEY_FILE"]));
  const known = [...settings, ...SECRET_SETTINGS.map((name) => `${name}_FILE`)];
  expect(given.filter((name) => !known.includes(name))).toEqual([]);
  // Nothing secret is in a variable, which every program in the container inherits.
  expect(given.filter((name) => SECRET_SETTINGS.some((secret) => secret === name))).toEqual([]);
  expect(compose).not.toContain("${");
  const files = [...compose.matchAll(/^ {2}(\w+):\n {4}file: \.\/secrets\/(\w+)$/gm)];
  const names = files.map(([, name, file]) => (expect(name).toBe(file), file ?? "")).sort();
  const used = [...compose.matchAll(/\/run\/secrets\/(\w+)$/gm)].map(([, name]) => name).sort();
  expect(used).toEqual(names);
  const [, guide = ""] = /^## Containers\n([\s\S]*?)^## /m.exec(read("docs/deployment.md")) ?? [];
  for (const name of names) expect(guide).toContain(`secrets/${name}`);
  for (const service of compose.split(/^ {2}(?=app:|database:)/m).slice(1, 3)) {
    expect(service).toMatch(/^ {4}cap_drop: \[ALL\]$/m);
    expect(service).toMatch(/^ {4}security_opt: \["no-new-privileges:true"\]$/m);
  }
  expect(app).toMatch(/^ {4}read_only: true$/m);
});

const { scripts, version } = JSON.parse(read("package.json")) as { scripts: Record<string, string>; version: string };

test("every npm script is documented, and every documented script exists", () => {
  const named = current.flatMap((file) =>
    [...read(file).matchAll(/\bnpm (?:run ([a-z][\w:-]*)|(start|test)\b)/g)].map(
      ([, script, short]) => script ?? short,
    ),
  );
  expect([...new Set(named)].sort()).toEqual(Object.keys(scripts).sort());
});

test("the newest version in the changelog is the product's version", () => {
  const [, newest] = /^## \[(\d[^\]]*)\] - \d{4}-\d{2}-\d{2}$/m.exec(read("CHANGELOG.md")) ?? [];
  expect(newest).toBe(version);
  const lock = JSON.parse(read("package-lock.json")) as { version: string };
  expect(lock.version).toBe(version);
});

test("every file named in code in a document exists", () => {
  const PLACE = /^(?:app|server|models|seeders|tests|bench|replay|deploy|docs|bin)\/[\w./$-]+$/;
  const gone = current.flatMap((file) =>
    [...prose(read(file)).matchAll(/`([^`\n]+)`/g)]
      .map(([, code = ""]) => code)
      .filter((code) => PLACE.test(code) && !existsSync(path.join(root, code)))
      .map((code) => `${file}: ${code}`),
  );
  expect(gone).toEqual([]);
});

test("the metrics named in the operations guide exist", () => {
  const METRIC = /`((?:worker|database|spool|rollup|common_log|postback_refusals|replica|http|faults)_[a-z_]+)[`{]/g;
  const named = [...read("docs/operations.md").matchAll(METRIC)].map(([, name = ""]) => name);
  expect(named.length).toBeGreaterThan(10);
  const sources = [...files("server", /\.ts$/)].map(read).join("\n");
  expect(named.filter((name) => !sources.includes(`"${name}"`))).toEqual([]);
});
