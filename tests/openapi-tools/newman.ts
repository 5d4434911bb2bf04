import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { program, TOOLS } from "./install";

/** A request of a collection of Postman, format 2.1. */
export type Request = {
  method: string;
  url: { path: string[]; variable?: Variable[]; query?: Variable[] };
  body?: { mode: string; raw?: string };
};
type Variable = { key: string; value: string; disabled?: boolean };
type Item = { name: string; request: Request; item?: undefined } | { item: Item[] };
export type Collection = { item: Item[]; auth?: unknown; variable?: Variable[] };

/** The line of the contract that a request makes: Postman writes a parameter of the path with a colon. */
export function callOf({ method, url }: Request): string {
  const parts = url.path.map((part) => part.replace(/^:(\w+)$/, "{$1}"));
  return `${method} ${parts.join("/").replace(/^api\//, "")}`;
}

/** The collection with those requests that `change` returns, in their folders. */
export async function changed(
  collection: Collection,
  change: (request: Request) => Promise<Request | undefined>,
): Promise<Collection> {
  const of = async (items: readonly Item[]): Promise<Item[]> => {
    const kept: Item[] = [];
    for (const one of items) {
      if (one.item) kept.push({ ...one, item: await of(one.item) });
      else {
        const request = await change(one.request);
        if (request) kept.push({ ...one, request });
      }
    }
    return kept;
  };
  return { ...collection, item: await of(collection.item) };
}

/** The status that answers a request, and the objections of the collection's tests. */
export type Made = { call: string; status: number | undefined; faults: string[] };

type Report = {
  run: {
    executions: {
      item: { request: Request };
      response?: { code: number };
      assertions?: { assertion: string; error?: { message: string } }[];
    }[];
  };
};

/** Runs a collection by Newman, in the order of its requests. Redirects are not followed. */
export async function runCollection(name: string, collection: Collection, variables: Record<string, string>) {
  const file = path.join(TOOLS, `out/${name}.json`);
  const report = path.join(TOOLS, `out/${name}.report.json`);
  writeFileSync(file, JSON.stringify(collection));
  const given = Object.entries(variables).flatMap(([key, value]) => ["--env-var", `${key}=${value}`]);
  const written = ["--reporters", "json", "--reporter-json-export", report];
  const args = program("newman", "run", file, "--ignore-redirects", "--suppress-exit-code", ...given, ...written);
  await promisify(execFile)(process.execPath, args, { cwd: TOOLS, maxBuffer: 2 ** 26 });
  const { run } = JSON.parse(readFileSync(report, "utf8")) as Report;
  return run.executions.map(({ item, response, assertions = [] }): Made => ({
    call: callOf(item.request),
    status: response?.code,
    faults: assertions.flatMap(({ assertion, error }) => (error ? `${assertion}: ${error.message}` : [])),
  }));
}
