import { anyone, type Area, areas, Refusal } from "~/gate.server";
import type { CallEntry, Calls } from "../calls/calls";
import type { Module } from "../document/modules";

/** Every call of the product, looked up by method and path. */

// Each file in this folder exports one table of calls.
const files = import.meta.glob<Record<string, Calls>>("./*.ts", { eager: true });

const tables = Object.entries(files)
  .filter(([name]) => !name.includes(".server."))
  .map(([name, exported]) => ({
    module: name.replace(/^\.\/|\.ts$/g, "") as Module,
    calls: Object.assign({}, ...Object.values(exported)) as Calls,
  }));

export const contract: Calls = Object.assign({}, ...tables.map(({ calls }) => calls)) as Calls;

const moduleByLine = new Map(tables.flatMap(({ module, calls }) => Object.keys(calls).map((line) => [line, module])));

/** The module that a call is documented in. */
export const moduleOf = (line: string): Module => moduleByLine.get(line) ?? "system";

/** The area of client tokens that a call is in: its module. Calls that need no token have none. */
export function areaOf(line: string): Area | undefined {
  if (contract[line]?.operation.allow === anyone) return undefined;
  return areas.find((area) => area === moduleOf(line));
}

type FoundCall = { entry: CallEntry; area: Area | undefined };
type Path = { parts: string[]; byMethod: Map<string, FoundCall & { names: string[] }> };

// Parameters of one path may have different names in different calls.
const paths: Path[] = Object.entries(contract)
  .reduce<Path[]>((found, [line, entry]) => {
    const [method, template] = line.split(" ") as [string, string];
    const names = template.split("/").filter(isParameter);
    const parts = template.split("/").map((part) => (isParameter(part) ? "{}" : part));
    const path = found.find((other) => other.parts.join("/") === parts.join("/"));
    const call = { names, entry, area: areaOf(line) };
    if (path) path.byMethod.set(method, call);
    else found.push({ parts, byMethod: new Map([[method, call]]) });
    return found;
  }, [])
  // Fixed segments come before parameters: offices/status before offices/{id}.
  .sort((a, b) => a.parts.filter(isParameter).length - b.parts.filter(isParameter).length);

function isParameter(part: string): boolean {
  return part.startsWith("{");
}

function decodePart(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Refusal("MALFORMED", "The address is not encoded as it should be.");
  }
}

/** The values of the path's parameters, in order; undefined if the path differs. */
function valuesOf(parts: string[], pathParts: string[]): string[] | undefined {
  if (parts.length !== pathParts.length) return undefined;
  const values: string[] = [];
  for (const [i, part] of parts.entries()) {
    const text = pathParts[i] ?? "";
    if (isParameter(part)) values.push(decodePart(text));
    else if (part !== text) return undefined;
  }
  return values;
}

/**
 * The call of the most specific path that matches; the allowed methods if that path has no call of this method;
 * undefined for an unknown path.
 */
export function find(
  method: string,
  path: string,
): (FoundCall & { params: Record<string, string> }) | { allow: string[] } | undefined {
  const pathParts = path.replace(/\/$/, "").split("/");
  for (const { parts, byMethod } of paths) {
    const values = valuesOf(parts, pathParts);
    if (!values) continue;
    const call = byMethod.get(method) ?? (method === "HEAD" ? byMethod.get("GET") : undefined);
    if (!call) return { allow: [...byMethod.keys(), ...(byMethod.has("GET") ? ["HEAD"] : [])].sort() };
    const params = call.names.map((name, i) => [name.slice(1, -1), values[i] ?? ""]);
    return { entry: call.entry, area: call.area, params: Object.fromEntries(params) as Record<string, string> };
  }
  return undefined;
}
