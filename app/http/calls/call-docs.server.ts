import { openapi } from "./openapi.server";

/** The calls of the OpenAPI document, grouped by tag, for the HTML documentation page. */

type Schema = { type?: string; enum?: unknown[]; format?: string; properties?: Record<string, Schema> };
type OperationDoc = {
  summary: string;
  tags: string[];
  "x-needs"?: string;
  parameters?: { name: string; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
};
type CallDoc = { line: string; does: string; needs: string; takes: { key: string; kind: string }[] };

const kindOf = ({ enum: values, format, type }: Schema): string => values?.join(" | ") ?? format ?? type ?? "any";

function inputFields({ parameters = [], requestBody }: OperationDoc): CallDoc["takes"] {
  const [body] = Object.values(requestBody?.content ?? {});
  return [
    ...parameters.map(({ name, schema }) => ({ key: name, kind: kindOf(schema) })),
    ...Object.entries(body?.schema.properties ?? {}).map(([key, schema]) => ({ key, kind: kindOf(schema) })),
  ];
}

export function documentCalls(): { name: string; calls: CallDoc[] }[] {
  const groups = new Map<string, CallDoc[]>();
  for (const [path, methods] of Object.entries(openapi().paths as Record<string, Record<string, OperationDoc>>)) {
    for (const [method, described] of Object.entries(methods)) {
      const name = described.tags[0] ?? "";
      const call = {
        line: `${method.toUpperCase()} ${path}`,
        does: described.summary,
        needs: described["x-needs"] ?? "anyone",
        takes: inputFields(described),
      };
      groups.set(name, [...(groups.get(name) ?? []), call]);
    }
  }
  return [...groups].map(([name, calls]) => ({ name, calls }));
}
