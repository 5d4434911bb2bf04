import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openapi } from "~/http/calls/openapi.server";
import { aWorld, type World } from "./client";
import { admits, keysOf, lines, payload, promisedKeys, rowOf, type SignIn, SIGN_INS } from "./lines";

type Described = {
  "x-needs": string;
  parameters: { name?: string }[];
  requestBody?: { content: Record<string, { schema: { properties?: object } }> };
};
const paths = openapi().paths as Record<string, Record<string, Described>>;
const TRACKED = /^\/api\/(l\/|links\/go\/|postback(\/|$)|pixel\.gif$|feeds\/)/;

test("the document lists exactly the calls of the contract [API-01, API-99]", () => {
  const described = Object.entries(paths)
    .filter(([path]) => !TRACKED.test(path))
    .flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.slice("/api/".length)}`),
    );
  expect(described.sort()).toEqual(lines.map(({ call }) => call).sort());
});

test.each(lines)("the document describes $call with its role and its keys", ({ method, address, who, takes, form }) => {
  const described = paths[`/api/${address}`]![method.toLowerCase()]!;
  expect(described["x-needs"]).toBe(who);
  const body = Object.keys(
    described.requestBody?.content[form ? "multipart/form-data" : "application/json"]?.schema.properties ?? {},
  );
  expect([...described.parameters.flatMap(({ name }) => name ?? []), ...body].sort()).toEqual([...takes].sort());
});

type Line = (typeof lines)[number];

describe("responses over HTTP", () => {
  let world: World;
  beforeAll(async () => {
    world = await aWorld();
  });
  afterAll(() => world?.server.stop());

  /** The call with the parameters of its path filled in for this client. */
  async function filledCall(line: Line, as: SignIn, parts = line.path): Promise<string> {
    let address = line.address;
    for (const [name, value] of Object.entries(parts ?? {})) {
      address = address.replace(`{${name}}`, String(await world.filled(value, world.clients[as])));
    }
    return `${line.method} ${address}`;
  }

  /** The same call with its example query. */
  async function askedCall(line: Line, as: SignIn): Promise<string> {
    const query = (await world.filled(line.query ?? {}, world.clients[as])) as Record<string, string>;
    return (await filledCall(line, as)) + (line.query ? `?${new URLSearchParams(query)}` : "");
  }

  const given = async (line: Line, give: object, as: SignIn) =>
    payload(line, (await world.filled(give, world.clients[as])) as Record<string, unknown>);

  // Destructive calls, and calls that need a payload but have no example, are covered by tests of their own.
  const answering = lines.filter(
    ({ method, who, ends, example, path }) =>
      who !== "anyone" && !ends && (method === "GET" || (example !== undefined && path === undefined)),
  );

  test.each(answering)("$call returns its keys to every role that it admits [API-04]", async (line) => {
    const roles = SIGN_INS.filter((as) => admits(line, as) && (line.example?.as ?? as) === as);
    for (const as of roles) {
      const client = world.clients[as];
      const give = line.method === "GET" ? undefined : await given(line, line.example?.give ?? {}, as);
      const answer = await client.call(await askedCall(line, as), give);
      expect({ as, status: answer.status, body: answer.body }).toMatchObject({ as, status: line.status });
      const promised = promisedKeys(line, as);
      const row = rowOf(answer.body);
      // A list may be empty, and the answer null.
      if (answer.body) expect({ as, keys: keysOf(answer.body) }).toEqual({ as, keys: promised.answer });
      if (row) expect({ as, keys: keysOf(row) }).toEqual({ as, keys: promised.rows });
    }
  });

  test.each(lines.filter(({ example }) => example?.values ?? example?.first))(
    "$call returns the values of its example",
    async (line) => {
      const as = line.example!.as ?? "super";
      const client = world.clients[as];
      const give = line.example!.give ? await given(line, line.example!.give, as) : undefined;
      const answer = await client.call(await askedCall(line, as), give);
      expect(answer.status).toBe(line.status);
      const { values, first } = line.example!;
      expect(first ? rowOf(answer.body) : answer.body).toMatchObject(
        (await world.filled(values ?? first, client)) as object,
      );
    },
  );

  test.each(lines.filter(({ refusal }) => refusal))(
    "$call says what is wrong with bad input [ERR-01, ERR-10, ERR-11]",
    async (line) => {
      const { status, code, fields, data } = line.refusal!;
      const client = world.clients.super;
      let call = await filledCall(line, "super", line.wrongPath ?? line.path);
      if (line.method === "GET" && line.refused)
        call += `?${new URLSearchParams(line.refused as Record<string, string>).toString()}`;
      const answer = await client.call(call, line.method === "GET" ? undefined : payload(line, line.refused ?? {}));
      const body = answer.body as { code: string; message: string; data?: Record<string, string[]> };
      expect(answer.status).toBe(status);
      expect(body.code).toBe(code ?? "VALIDATION_ERROR");
      expect(body.message).toMatch(/^[A-Z].*[.a-z]$/);
      for (const field of fields ?? []) expect(body.data?.[field]?.[0], field).toMatch(/\S/);
      if (data) expect(body.data).toEqual(data);
    },
  );
});
