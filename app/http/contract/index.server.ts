import { Refusal } from "~/gate.server";
import type { CallEntry, Calls } from "../calls/calls";

/** Every call of the product, looked up by method and path. */

// Each file in this folder exports one table of calls.
const files = import.meta.glob<Record<string, Calls>>("./*.ts", { eager: true });

export const contract: Calls = Object.assign(
  {},
  ...Object.entries(files)
    .filter(([name]) => !name.includes(".server."))
    .flatMap(([, module]) => Object.values(module)),
) as Calls;

type Line = { method: string; parts: string[]; entry: CallEntry };

const lines: Line[] = Object.entries(contract)
  .map(([line, entry]) => {
    const [method, path] = line.split(" ") as [string, string];
    return { method, parts: path.split("/"), entry };
  })
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

function paramsOf(parts: string[], pathParts: string[]): Record<string, string> | undefined {
  if (parts.length !== pathParts.length) return undefined;
  const params: Record<string, string> = {};
  for (const [i, part] of parts.entries()) {
    const text = pathParts[i] ?? "";
    if (isParameter(part)) params[part.slice(1, -1)] = decodePart(text);
    else if (part !== text) return undefined;
  }
  return params;
}

/** The call, or the allowed methods when only the path matches, or undefined for an unknown path. */
export function find(
  method: string,
  path: string,
): { entry: CallEntry; params: Record<string, string> } | { allow: string[] } | undefined {
  const pathParts = path.replace(/\/$/, "").split("/");
  const allow = new Set<string>();
  for (const line of lines) {
    const params = paramsOf(line.parts, pathParts);
    if (!params) continue;
    if (line.method === method || (line.method === "GET" && method === "HEAD")) return { entry: line.entry, params };
    allow.add(line.method);
  }
  return allow.size > 0 ? { allow: [...allow].sort() } : undefined;
}
