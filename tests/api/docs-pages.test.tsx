import { execFile, spawnSync } from "node:child_process";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import { brotliCompressSync } from "node:zlib";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CallSection } from "~/components/docs/call-section";
import { FieldList } from "~/components/docs/field-list";
import { ReaderNav } from "~/components/docs/reader-nav";
import { remedies } from "~/components/docs/refusals-section";
import { documented, documentModule, listModules, sampleOf } from "~/http/calls/call-docs.server";
import { postmanCollection } from "~/http/calls/postman.server";
import { BEGINNINGS, LANGUAGES, type Language, sampleText } from "~/components/docs/code-samples";
import { type Module, modules } from "~/http/document/modules";
import { mayCall, queryOf, readerOf, type ReaderRole, READER_ROLES } from "~/components/docs/readers";
import { refusalCodes } from "~/http/document/responses.server";
import { admits, lines } from "./lines";

/** The pages of the API documentation by role and language, and the collection for Postman. */

const KB = 1_024;
const SIGN_INS = { agent: "agent", company: "manager", superadmin: "super" } as const;

test("with a role the pages list exactly the calls that the contract lets its accounts make [HOOK-09]", () => {
  for (const [role, who] of Object.entries(SIGN_INS)) {
    const shown = listModules(role as ReaderRole).flatMap(({ calls }) => calls.map(({ line }) => line));
    const allowed = lines.filter((line) => admits(line, who)).map(({ method, address }) => `${method} /api/${address}`);
    const tracked = shown.filter((line) =>
      /^\w+ \/api\/(l\/|links\/go\/|postback(\/|$)|pixel\.gif$|feeds\/)/.test(line),
    );
    expect(shown.filter((line) => !tracked.includes(line)).sort()).toEqual(allowed.sort());
  }
  expect([mayCall("P:APPROVE_AGENTS", "admin"), mayCall("P:APPROVE_AGENTS", "company")]).toEqual([true, false]);
  expect([mayCall("designated", "superadmin"), mayCall("designated", "admin")]).toEqual([true, false]);
});

test("the choices of a reader are kept in the query, and unknown ones are ignored [HOOK-09]", () => {
  const at = (query: string) => readerOf({ url: `https://o.example/api/docs${query}` });
  expect(at("")).toEqual({ role: null, code: "curl" });
  expect(at("?role=agent&code=php")).toEqual({ role: "agent", code: "php" });
  expect(at("?role=root&code=cobol")).toEqual({ role: null, code: "curl" });
  expect([queryOf(at("?role=agent&code=php")), queryOf(at(""))]).toEqual(["?role=agent&code=php", ""]);
});

/** The page without its frame, which takes less than 1 KB. */
function pageOf(module: Module, code: Language, role: ReaderRole | null): string {
  const reader = { code, role };
  const { calls, components } = documentModule(module, reader);
  return renderToStaticMarkup(
    createElement("main", {}, [
      createElement(ReaderNav, { key: "nav", path: `/api/docs/${module}`, reader, hasCode: true }),
      ...calls.map((call) => createElement(CallSection, { key: call.line, ...call })),
      ...components.map(({ name, description, fields }) =>
        createElement("section", { key: name, id: name }, description, createElement(FieldList, { fields })),
      ),
    ]),
  );
}

test.each(Object.keys(modules) as Module[])("the page %s is small in every language [HOOK-09]", (module) => {
  const sizes = (Object.keys(LANGUAGES) as Language[]).map(
    (code) => brotliCompressSync(pageOf(module, code, null)).length,
  );
  expect(Math.max(...sizes), sizes.join()).toBeLessThan(7 * KB);
});

describe("the code of a call", () => {
  type Sent = Pick<IncomingMessage, "method" | "url"> & { token?: string; type?: string; body: string };
  let received: Sent[] = [];
  const server = createServer((req, res) => {
    let body = "";
    req.on("data", (part: Buffer) => (body += part.toString()));
    req.on("end", () => {
      const { authorization: token, "content-type": type } = req.headers;
      received.push({ method: req.method, url: req.url, token, type, body });
      res.writeHead(200, { "Content-Type": "application/json" }).end("{}");
    });
  });
  let base = "";
  beforeAll(async () => {
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
  });
  afterAll(() => {
    server.close();
    server.closeAllConnections();
  });

  const commands: Record<Language, (code: string) => string[]> = {
    curl: (code) => ["sh", "-c", code],
    node: (code) => [process.execPath, "--input-type=module", "-e", code],
    php: (code) => ["php", "-r", code],
    python: (code) => ["python3", "-c", code],
  };
  const has = (program: string) => spawnSync(program, ["--version"]).status === 0;
  const programs = { curl: has("curl"), node: true, php: has("php"), python: has("python3") };

  const chosen = documented().filter(({ operation: { operationId: id } }) =>
    ["offices.search", "accounts.me", "webhooks.create", "auth.login", "sites.read"].includes(id),
  );
  const quote = {
    method: "POST",
    path: "/chat-logs",
    body: JSON.stringify({ text: `it's "a\\b" — ü\n` }),
    needsToken: true,
  };
  const samples = [...chosen.map(({ path, method, operation }) => sampleOf(path, method, operation)), quote];

  test.each(Object.keys(LANGUAGES) as Language[])(
    "in %s sends what the call takes, where it is installed [HOOK-09]",
    async (code) => {
      expect(samples.length).toBeGreaterThan(4);
      if (!programs[code]) return;
      for (const sample of samples) {
        received = [];
        const text = `${BEGINNINGS[code]}\n${sampleText(code, sample)}`.replace(
          "https://the-address-of-this-page/api",
          base,
        );
        const [program = "", ...args] = commands[code](text.replace("ct_…", "ct_1"));
        await promisify(execFile)(program, args, { env: { ...process.env, TOKEN: "ct_1" } });
        const [{ type, ...sent } = { body: "" }] = received as [Sent];
        expect(sent).toEqual({
          ...{ method: sample.method, url: `/api${sample.path}`, body: sample.body ?? "" },
          token: sample.needsToken ? "Bearer ct_1" : undefined,
        });
        if (sample.body) expect(type).toBe("application/json");
      }
    },
  );
});

test("the collection for Postman has every call in the folder of its module, with addresses, tokens and examples [HOOK-10]", () => {
  type Item = {
    name: string;
    request: { auth?: unknown; body?: { raw: string }; url: { raw: string; path: string[] } };
  };
  const { info, item } = postmanCollection() as { info: { schema: string }; item: { name: string; item: Item[] }[] };
  expect(info.schema).toMatch(/v2\.1\.0/);
  expect(item.map(({ name }) => name)).toEqual(Object.values(modules).map(({ title }) => title));
  const requests = item.flatMap((folder) => folder.item);
  expect(requests.map(({ name }) => name).sort()).toEqual(
    documented()
      .map(({ method, path }) => `${method} ${path}`)
      .sort(),
  );
  for (const { name, request } of requests) {
    expect(request.url.raw, name).toMatch(/^\{\{base\}\}\/[^{}]+$/);
    expect(request.url.path.join("/"), name).toBe(request.url.raw.slice("{{base}}/".length));
    if (request.body) JSON.parse(request.body.raw);
  }
  const login = requests.find(({ name }) => name === "POST /api/auth/login");
  expect(login?.request.auth).toEqual({ type: "noauth" });
});

test("every code of a refusal has a remedy, and every call links the codes of its refusals [HOOK-09]", () => {
  expect(Object.keys(remedies).sort()).toEqual(refusalCodes.map(({ code }) => code).sort());
  expect(Object.keys(READER_ROLES)).toHaveLength(4);
  const html = pageOf("people", "curl", null);
  expect(html).toContain('<a href="/api/docs#FORBIDDEN">403 FORBIDDEN</a>');
});

test("an answer without a code has a line of its own, and 304 is listed with the answers [HOOK-09]", () => {
  expect(pageOf("site-calls", "curl", null)).toContain("<li><b>401</b> Refused: bad_secret</li>");
  const parts = pageOf("people", "curl", null).split('<p class="note">Refusals:');
  expect(parts[0]).toContain("<li><b>304</b> Unchanged since the answer with this ETag</li></ul></details>");
  for (const part of parts.slice(1)) expect(part.split("</section>")[0]).not.toContain("304");
});
