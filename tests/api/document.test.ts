import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { fieldNames, usedNames } from "~/http/document/fields";
import { openapi } from "~/http/calls/openapi.server";
import { aFolder } from "../world/server";

type Schema = {
  $ref?: string;
  allOf?: unknown[];
  description?: string;
  format?: string;
  type?: string | string[];
  maximum?: number;
  properties?: Record<string, Schema>;
};
type Parameter = Schema & { name: string; schema: Schema };

/** Every key of the document with the operation or component that it belongs to. */
function keys(): { where: string; name: string; field: Schema }[] {
  const found: { where: string; name: string; field: Schema }[] = [];
  const visit = (where: string, value: unknown): void => {
    if (value === null || typeof value !== "object") return;
    const { properties } = value as Schema;
    if (properties) for (const [name, field] of Object.entries(properties)) found.push({ where, name, field });
    for (const item of Object.values(value)) visit(where, item);
  };
  const { paths, components } = openapi() as {
    paths: Record<string, Record<string, { operationId: string; parameters?: Parameter[] }>>;
    components: { schemas: Record<string, unknown> };
  };
  for (const operation of Object.values(paths).flatMap((methods) => Object.values(methods))) {
    visit(operation.operationId, operation);
    for (const { name, description, schema } of operation.parameters ?? [])
      if (name) found.push({ where: operation.operationId, name, field: { ...schema, description } });
  }
  for (const [name, schema] of Object.entries(components.schemas)) visit(name, schema);
  return found;
}

test("every key of every input and answer is described, and no description is out of use", () => {
  const all = keys();
  const bare = all.filter(({ field }) => !field.description && !field.$ref);
  expect(bare.map(({ where, name }) => `${where}.${name}`)).toEqual([]);

  expect(fieldNames.filter((name) => !usedNames.has(name))).toEqual([]);
});

test("every call has a summary, and a description in whole sentences", () => {
  const { paths } = openapi() as {
    paths: Record<string, Record<string, { operationId: string; summary?: string; description?: string }>>;
  };
  for (const { operationId, summary, description } of Object.values(paths).flatMap((methods) => Object.values(methods)))
    expect({ operationId, summary, description }).toEqual({
      operationId,
      summary: expect.stringMatching(/\w/) as unknown,
      description: expect.stringMatching(/^[A-Z].*\.$/s) as unknown,
    });
});

test("times and days have their format, and no number has the bounds of the programming language", () => {
  const all = keys();
  const isText = ({ type }: Schema) => [type].flat().includes("string");
  const times = all.filter(({ name, field }) => /(At|Time)$/.test(name) && isText(field));
  expect(times.length).toBeGreaterThan(50);
  expect(times.filter(({ field }) => field.format !== "date-time")).toEqual([]);
  expect(all.filter(({ field }) => (field.maximum ?? 0) >= Number.MAX_SAFE_INTEGER)).toEqual([]);
});

test("the records of the product are components that several calls share", () => {
  const { paths, components } = openapi() as { paths: object; components: { schemas: Record<string, object> } };
  const text = JSON.stringify({ paths, components });
  for (const name of ["Agent", "Office", "Site", "LinkType", "Event", "Click", "LedgerLine", "Refusal"]) {
    expect(components.schemas).toHaveProperty(name);
    expect([name, text.split(`"#/components/schemas/${name}"`).length > 1]).toEqual([name, true]);
  }
});

test("the linter of OpenAPI documents has nothing to say", async () => {
  const file = path.join(await aFolder(), "openapi.json");
  writeFileSync(file, JSON.stringify(openapi()));
  const program = path.resolve("node_modules/@redocly/cli/bin/cli.js");
  const config = path.resolve("tests/api/redocly.yaml");
  const { stdout, status } = spawnSync(
    process.execPath,
    [program, "lint", "--format=stylish", `--config=${config}`, file],
    { encoding: "utf8", env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" } },
  );
  expect({ stdout: stdout.replaceAll(file, ""), status }).toEqual({ stdout: "", status: 0 });
});
