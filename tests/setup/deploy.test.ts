import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { FILES } from "~/pages/addresses";
import { commands } from "../../bin/commands.mjs";
import { engineFlagsOf } from "../../bin/engine.mjs";
import { readConfig, settingTexts } from "../../server/kernel/process/config";
import { SECRET_SETTINGS } from "../../server/kernel/process/secret-files";
import { routeOf } from "../../server/tracking/route";

/** The programs, flags, settings and sizes named under deploy/ must be those of the product. */

const text = (name: string) => readFileSync(`deploy/${name}`, "utf8");
const files = readdirSync("deploy");
const units = files.filter((name) => name.endsWith(".service"));
const settings = new Set(settingTexts.map(({ name }) => name));
const valuesOf = (unit: string, key: string) =>
  [...unit.matchAll(new RegExp(`^${key}=(.*)$`, "gm"))].map(([, value]) => value ?? "");

/** name=value lines, as systemd and containers read them. CHANGE-ME is replaced by a secret. */
function environment(lines: string): Record<string, string> {
  const found = [...lines.matchAll(/^([A-Z_]+)=(.*)$/gm)];
  return Object.fromEntries(found.map(([, name = "", value = ""]) => [name, value]));
}

/** The programs in the build, run as `node build/server/NAME.js`. */
const built = new Set(
  [...readFileSync("vite.config.ts", "utf8").matchAll(/^\s+(\w+): "\.\/(?:bin|server|seeders|replay)\//gm)].map(
    ([, name]) => name,
  ),
);
const programsIn = (content: string) =>
  [...content.matchAll(/build\/server\/(\w+)\.js/g)].map(([, name]) => name ?? "");

test.each(files)("deploy/%s names programs that are built and have a command of their own", (name) => {
  for (const program of programsIn(text(name))) {
    expect(built, program).toContain(program);
    expect(Object.keys(commands)).toContain(program === "index" ? "start" : program);
  }
});

test("the server starts with the engine flags of npm start, as a service and in a container", () => {
  const version = Number.parseInt(readFileSync(".nvmrc", "utf8"), 10);
  expect(text("Dockerfile").match(/^FROM node:\d+/gm)).toEqual([`FROM node:${version}`]);
  const engineFlags = engineFlagsOf(version);
  expect(valuesOf(text("back-office.service"), "ExecStart")).toEqual([
    `/usr/bin/node ${engineFlags.join(" ")} build/server/index.js`,
  ]);
  expect(/^CMD (.*)$/m.exec(text("Dockerfile"))?.[1]).toBe(
    JSON.stringify(["node", ...engineFlags, "build/server/index.js"]).replaceAll(",", ", "),
  );
});

test.each(units)("deploy/%s has its settings and its folder, and no more rights than it needs", (name) => {
  const unit = text(name);
  expect(valuesOf(unit, "EnvironmentFile")).toEqual(["/etc/back-office/settings.env"]);
  const set = environment(valuesOf(unit, "Environment").join(" ").replaceAll(" ", "\n"));
  expect(set).toMatchObject({ NODE_ENV: "production", DATA_DIR: `/var/lib/${valuesOf(unit, "StateDirectory")[0]}` });
  expect([valuesOf(unit, "User"), valuesOf(unit, "UMask")]).toEqual([["back-office"], ["0077"]]);
  expect(unit).toMatch(/^NoNewPrivileges=yes$/m);
  expect(unit).toMatch(/^ProtectSystem=strict$/m);
  expect(unit).toMatch(/^SystemCallFilter=@system-service$/m);
  expect(unit).toMatch(/^InaccessiblePaths=-\/opt\/back-office\/\.git$/m);
  expect(unit).toMatch(/^IPAddressDeny=(any|link-local multicast fd00:ec2::254)$/m);
  expect(unit).toMatch(/^MemoryMax=\d+%$/m);
  // The JavaScript engine needs it to compile code.
  expect(unit).not.toMatch(/^MemoryDenyWriteExecute/m);
});

/** The settings of a unit that are in files, by the name of the file below the folder of its credentials. */
const credentialsOf = (unit: string) =>
  Object.entries(environment(valuesOf(unit, "Environment").join(" ").replaceAll(" ", "\n"))).flatMap(([name, value]) =>
    value.startsWith("%d/") ? [[name, value.slice("%d/".length)] as const] : [],
  );

test.each(units)("deploy/%s loads every secret that it names, and the guide makes its file", (name) => {
  const unit = text(name);
  const loaded = valuesOf(unit, "LoadCredential").map((line) => line.split(":"));
  expect(loaded).toEqual(credentialsOf(unit).map(([, file]) => [file, `/etc/back-office/secrets/${file}`]));
  expect(credentialsOf(unit).map(([setting]) => setting)).toEqual(
    expect.arrayContaining(["DATABASE_URL_FILE", "SESSION_SECRET_FILE", "DATA_KEY_FILE"]),
  );
  const known = SECRET_SETTINGS.map((secret) => `${secret}_FILE`);
  for (const [setting, file] of credentialsOf(unit)) {
    expect(known).toContain(setting);
    expect(/^## 3\. Settings\n([^]*?)^## /m.exec(readFileSync("docs/deployment.md", "utf8"))?.[1]).toContain(file);
  }
});

test("the service has the time that a stop takes, and only its main process is signalled", () => {
  const unit = text("back-office.service");
  const source = readFileSync("server/processes/run-workers.ts", "utf8");
  const within = Number(/EXIT_TIMEOUT_MS = ([\d_]+)/.exec(source)?.[1]?.replaceAll("_", "")) / 1_000;
  expect(within).toBeGreaterThan(10);
  const draining = Number(
    /DRAIN_SECONDS: .*\.max\((\d+)\)/.exec(readFileSync("server/kernel/process/config.ts", "utf8"))?.[1],
  );
  expect(Number(valuesOf(unit, "TimeoutStopSec")[0])).toBeGreaterThan(draining + within + 5);
  expect(valuesOf(unit, "KillMode")).toEqual(["mixed"]);
  // It is restarted however often it ends.
  expect([valuesOf(unit, "Restart"), valuesOf(unit, "StartLimitIntervalSec")]).toEqual([["always"], ["0"]]);
  expect(text("Dockerfile")).toContain(`--stop-timeout ${valuesOf(unit, "TimeoutStopSec")[0]}`);
});

test("each timer starts an existing service, and each of these services has its timer", () => {
  const timers = files.filter((name) => name.endsWith(".timer"));
  expect(timers.map((name) => valuesOf(text(name), "Unit")[0])).toEqual(
    timers.map((name) => name.replace(".timer", ".service")),
  );
  expect(units).toEqual([...timers.map((name) => name.replace(".timer", ".service")), "back-office.service"].sort());
  for (const name of timers) {
    expect(valuesOf(text(name), "OnCalendar")[0]).toMatch(/^\*-\*-(\*|\d\d) \d\d:\d\d:00$/);
    // A run missed while the machine was off is made up.
    expect(valuesOf(text(name), "Persistent")).toEqual(["yes"]);
  }
});

test("the flags of the timers' programs exist", () => {
  const [line = ""] = /build\/server\/purge\.js .*$/m.exec(text("back-office-purge.service")) ?? [];
  const source = readFileSync("server/cli/purge.ts", "utf8");
  const options = [...line.matchAll(/(--[\w-]+) \d+/g)].map(([, name = ""]) => name);
  expect(options).toHaveLength(6);
  for (const name of options) expect(source).toContain(`[${name} N]`);
  expect(text("back-office-doctor.service")).toMatch(/build\/server\/doctor\.js$/m);
  const kept = /^ReadWritePaths=(.*)$/m.exec(text("back-office-backup.service"))?.[1];
  expect(programsIn(text("back-office-backup.service"))).toEqual(["backup"]);
  for (const line of ["ExecStart", "ExecStartPost"])
    expect(valuesOf(text("back-office-backup.service"), line)[0]).toContain(`${kept}`);
  // Only old copies are deleted, and nothing else.
  expect(valuesOf(text("back-office-backup.service"), "ExecStartPost")).toEqual([
    `/usr/bin/find ${kept} -name *.backup -mtime +14 -delete`,
  ]);
});

const DATABASE = "postgres://back_office:secret@127.0.0.1:5432/back_office";

test("every example setting exists, and together they start a server behind its proxy", () => {
  const all = environment(text("settings.env").replaceAll(/^#(?=[A-Z_]+=)/gm, ""));
  expect(Object.keys(all).filter((name) => !settings.has(name))).toEqual([]);
  const container = /^ENV (.*)$/m.exec(text("Dockerfile"))?.[1]?.replaceAll(" ", "\n") ?? "";
  const { NODE_ENV, ...own } = environment(container);
  expect(NODE_ENV).toBe("production");
  expect(Object.keys(own).filter((name) => !settings.has(name))).toEqual([]);
  const names = credentialsOf(text("back-office.service"));
  const folder = mkdtempSync(path.join(tmpdir(), "credentials-"));
  for (const [, file] of names) {
    const value = file === "database_url" ? DATABASE : `${file}-0123456789abcdef0123456789abcdef`;
    writeFileSync(path.join(folder, file), `${value}\n`);
  }
  const changed = { ...all, ...Object.fromEntries(names.map(([name, file]) => [name, path.join(folder, file)])) };
  const read = readConfig(changed);
  rmSync(folder, { recursive: true });
  expect([read.DATABASE_URL, read.METRICS_TOKEN]).toEqual([DATABASE, expect.stringMatching(/^metrics_token-/)]);
  expect([read.embedded, read.demo, read.HOST]).toEqual([false, false, "127.0.0.1"]);
  expect(read.TRUST_PROXY).toContain("127.0.0.1");
  expect(readConfig(own).HOST).toBe("0.0.0.0");
});

test("the container is built from existing files on a supported Node version, and runs without root", () => {
  const file = text("Dockerfile");
  const [base = "", build = "", run = ""] = file.split(/^FROM /m).slice(1);
  const least = Number(/\d+/.exec(JSON.parse(readFileSync("package.json", "utf8")).engines.node)?.[0]);
  expect(Number(/^node:(\d+)-/.exec(base)?.[1])).toBeGreaterThanOrEqual(least);
  for (const stage of [build, run]) expect(stage).toMatch(/^base\b/);
  for (const [, names = ""] of build.matchAll(/^COPY (.*) \S+$/gm))
    for (const name of names.split(" ")) expect(existsSync(name), name).toBe(true);
  for (const [, place = ""] of run.matchAll(/^COPY --from=build \/app\/(\S+)/gm))
    expect(["package.json", "node_modules", "build"]).toContain(place);
  // Packages that only build are removed again.
  const removed = /npm uninstall [^]*?\n +(.*)$/m.exec(build)?.[1]?.split(" ") ?? [];
  const { dependencies } = JSON.parse(readFileSync("package.json", "utf8")) as { dependencies: object };
  expect(removed.filter((name) => !(name in dependencies))).toEqual([]);
  expect(removed).toEqual(expect.arrayContaining(["@remix-run/dev", "vite", "tsx"]));
  expect(run).toMatch(/^USER node$/m);
  expect(run).toMatch(/^VOLUME \/data$/m);
  expect(run).toMatch(/^STOPSIGNAL SIGTERM$/m);
  expect(run).toMatch(/^HEALTHCHECK [^]*\/healthz/m);
  expect(file).not.toMatch(/SECRET=|_KEY=|[\w-]+\.[a-z]{2,}\/\w+:/);
});

test("images of others are named by their digest, so nobody changes them behind a tag", () => {
  const compose = readFileSync("compose.yaml", "utf8");
  const images = [...text("Dockerfile").matchAll(/^FROM (\S+)/gm), ...compose.matchAll(/^ +image: (\S+)/gm)];
  const others = images.map(([, image = ""]) => image).filter((image) => !["base", "back-office"].includes(image));
  expect(others).toHaveLength(2);
  for (const image of others) expect(image).toMatch(/^[\w-]+:[\w.-]+@sha256:[0-9a-f]{64}$/);
});

test("the proxy accepts what the server accepts, streams exports and keeps machine checks internal", () => {
  const proxy = text("nginx.conf");
  const files = FILES.map((path) => `/app/${path.replaceAll(/:\w+/g, "1")}`);
  const [, addresses = "nothing", exporting = ""] = /location ~ (\^\(\/app.*) \{([^}]*)\}/.exec(proxy) ?? [];
  const pattern = new RegExp(addresses);
  expect(exporting).toMatch(/^\s+proxy_buffering off;$/m);
  for (const address of [...files, "/api/common-logs/download"]) expect(address).toMatch(pattern);
  expect("/app/home").not.toMatch(pattern);
  const MB = 1024 * 1024;
  const uploads = readFileSync("app/http/calls/calls.ts", "utf8");
  expect(uploads).toContain("largest + 64 * KB");
  expect(Number(/client_max_body_size (\d+)m;/.exec(proxy)?.[1]) * MB).toBeGreaterThan(5 * MB + 64 * 1024);
  expect(proxy).toMatch(/proxy_set_header X-Forwarded-For \$remote_addr;/);
  const { PORT, HOST } = environment(text("settings.env"));
  expect(proxy).toContain(`server ${HOST}:${PORT};`);
  const [, checks = "nothing"] = /location ~ (\^\/\(\S*) \{\s+return 404;\s+\}/.exec(proxy) ?? [];
  for (const address of ["/metrics", "/readyz", "/healthz"]) expect(address).toMatch(new RegExp(checks));
  // A click or form that may have been processed is not sent again.
  expect(proxy).toMatch(/^\s+proxy_next_upstream off;$/m);
  const keptAlive = Number(
    /keepAliveTimeout = ([\d_]+)/.exec(readFileSync("server/processes/serve.ts", "utf8"))?.[1]?.replace("_", ""),
  );
  expect(Number(/keepalive_timeout (\d+)s/.exec(proxy)?.[1]) * 1_000).toBeLessThan(keptAlive);
});

test("the proxy has the lines for a second server, which repeat no POST that was sent", () => {
  const proxy = text("nginx.conf");
  expect(proxy).toMatch(/^\s+#server \S+:3000;$/m);
  expect(proxy).toMatch(/^\s+#proxy_next_upstream error timeout;$/m);
  expect(proxy).not.toContain("non_idempotent");
  // Files of one version that the other server does not have.
  expect(/location \/assets\/ \{([^}]*)\}/.exec(proxy)?.[1]).toMatch(
    /^\s+proxy_next_upstream error timeout http_404;$/m,
  );
});

test("the deployment guide names existing files and every file under deploy/", () => {
  const guide = readFileSync("docs/deployment.md", "utf8");
  const named = new Set([...guide.matchAll(/deploy\/([\w.-]+)(?=[^\w.*-])/g)].map(([, name]) => name ?? ""));
  expect([...named].filter((name) => !files.includes(name))).toEqual([]);
  const timers = files.filter((name) => /^back-office-\w+\./.test(name));
  expect(files.filter((name) => !named.has(name) && !timers.includes(name) && !name.endsWith("ignore"))).toEqual([]);
  const settingsPage = readFileSync("docs/settings.md", "utf8");
  for (const { name } of settingTexts) expect(settingsPage, name).toContain(`\`${name}\``);
});

test("the proxy's log omits queries, so tokens of sign-in links and secrets of postbacks never reach it", () => {
  const conf = text("nginx.conf").replaceAll(/^\s*#.*$/gm, "");
  const [, name = "", format = ""] = /log_format (\w+) ([^;]+);/.exec(conf) ?? [];
  expect(format).toContain("$logged_uri");
  expect(conf).toMatch(
    /map \$uri \$logged_uri \{\s+~\*\^\/\+sites\/\+developers\/ \/sites\/developers\/\*{3};\s+~\*\^\/\+api\/\+feeds\/ \/api\/feeds\/\*{3};\s+default \$uri;/,
  );
  for (const [, variable = ""] of format.matchAll(/\$(\w+)/g))
    expect(["request", "request_uri", "args", "query_string", "http_referer", "is_args"]).not.toContain(variable);
  const servers = conf.split(/^server \{/m).slice(1);
  expect(servers).toHaveLength(3);
  for (const server of servers) expect(server).toMatch(new RegExp(`access_log \\S+ ${name};`));
  expect([...conf.matchAll(/access_log \S+ (\w+);/g)].map(([, used]) => used)).toEqual([name, name, name]);
});

const serversOf = (conf: string) =>
  conf
    .replaceAll(/^\s*#.*$/gm, "")
    .split(/^server \{/m)
    .slice(1);
/** The action of the location that takes a path: nginx prefers the first matching pattern, then the longest prefix. */
function locationOf(server: string, address: string): string {
  const locations = [...server.matchAll(/location (~ )?(\S+) \{([^}]*)\}/g)];
  const pattern = locations.find(([, isPattern, place = ""]) => isPattern && new RegExp(place).test(address));
  const prefixes = locations.filter(([, isPattern, place = ""]) => !isPattern && address.startsWith(place));
  const [longest] = prefixes.sort(([, , a = ""], [, , b = ""]) => b.length - a.length);
  return (pattern ?? longest)?.[3]?.trim().replaceAll(/\s+/g, " ") ?? "";
}

test("a call without TLS is refused, because a redirect would let its secret go out in plain again and again", () => {
  const [plain = ""] = serversOf(text("nginx.conf"));
  expect(plain).toMatch(/^\s+listen 80;$/m);
  for (const address of ["/api/postback", "/api/auth/login", "/api/links/search"])
    expect(locationOf(plain, address)).toBe("return 403;");
  for (const address of ["/", "/login", "/api/l/x", "/api/links/go/1/2/3"])
    expect(locationOf(plain, address)).toBe("return 301 https://$host$request_uri;");
});

test("domains of links answer tracked links only", () => {
  const [, links = ""] = serversOf(text("nginx.conf"));
  expect(links).toMatch(/^\s+server_name links\.example\.org;$/m);
  for (const address of ["/api/l/abc_D-1", "/api/links/go/1/2/3"]) {
    expect(routeOf(address)).toMatchObject({ kind: expect.stringMatching(/^(code|link)$/) });
    expect(locationOf(links, address)).toBe("proxy_pass http://back_office;");
  }
  for (const address of [
    "/",
    "/login",
    "/app/home",
    "/api/postback",
    "/api/auth/login",
    "/api/links/search",
    "/healthz",
  ])
    expect(locationOf(links, address)).toBe("return 404;");
  expect(links).toMatch(/proxy_set_header X-Forwarded-For \$remote_addr;/);
});

test("answers that the proxy makes itself have the headers of every answer, and those of the server keep theirs", () => {
  const servers = serversOf(text("nginx.conf"));
  const own = [
    ["strict_transport_security", "Strict-Transport-Security", "$own_hsts", '"max-age=31536000; includeSubDomains"'],
    ["x_content_type_options", "X-Content-Type-Options", "$own_nosniff", "nosniff"],
    ["content_security_policy", "Content-Security-Policy", "$own_policy", `"frame-ancestors 'none'"`],
  ];
  for (const [upstream = "", header = "", variable = "", value = ""] of own) {
    // A map without a default gives an empty text, and nginx adds no empty header.
    const map = new RegExp(`map \\$upstream_http_${upstream} \\${variable} \\{\\s+"" (.+);\\s+\\}`).exec(
      text("nginx.conf"),
    );
    expect(map?.[1]).toBe(value);
    for (const server of servers) {
      // Browsers take HSTS over TLS only.
      const isExpected = header !== "Strict-Transport-Security" || server.includes("listen 443 ssl;");
      expect(server.includes(`\n    add_header ${header} ${variable} always;`)).toBe(isExpected);
      // A location with headers of its own would lose those of its server.
      expect(server).not.toMatch(/^ {8}add_header/m);
    }
  }
  expect(servers).toHaveLength(3);
});

test("TLS takes modern versions and ciphers with forward secrecy only", () => {
  for (const server of serversOf(text("nginx.conf")).slice(1)) {
    expect(server).toMatch(/^\s+ssl_protocols TLSv1\.2 TLSv1\.3;$/m);
    const [, ciphers = ""] = /ssl_ciphers (\S+);/.exec(server) ?? [];
    expect(ciphers.split(":").filter((cipher) => !/^ECDHE-.*(GCM|POLY1305)/.test(cipher))).toEqual([]);
    expect(server).toMatch(/^\s+ssl_session_tickets off;$/m);
  }
});
