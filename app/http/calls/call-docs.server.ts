import { type Module, modules } from "../document/modules";
import { openapi } from "./openapi.server";

/** The OpenAPI document for people: one page for each module. */

type Schema = {
  $ref?: string;
  allOf?: Schema[];
  anyOf?: Schema[];
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  format?: string;
  description?: string;
  default?: unknown;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
};
type Content = Record<string, { schema: Schema; example?: unknown }>;
type OperationDoc = {
  operationId: string;
  description?: string;
  summary: string;
  deprecated?: boolean;
  security?: unknown[];
  tags: string[];
  parameters?: { $ref?: string; name: string; in: string; required: boolean; description?: string; schema: Schema }[];
  requestBody?: { content: Content };
  responses: Record<string, { $ref?: string; description?: string; content?: Content }>;
};

/** A key of an input or answer. `component` is the anchor of the component that `kind` names. */
export type FieldDoc = { key: string; kind: string; component?: string; isRequired: boolean; description: string };
export type CallDoc = {
  line: string;
  anchor: string;
  description: string;
  isDeprecated: boolean;
  takes: FieldDoc[];
  answers: FieldDoc[];
  /** The answer as a whole, where it is not an object: "list of Site". */
  answerKind: { kind: string; component?: string };
  refusals: string[];
  curl: string;
  /** A recorded answer as JSON. */
  example?: string;
};

const componentOf = (schema: Schema | undefined): string | undefined =>
  schema?.$ref?.split("/").at(-1) ??
  [...(schema?.allOf ?? []), ...(schema?.anyOf ?? [])].map(componentOf).find((name) => name !== undefined) ??
  (schema?.items ? componentOf(schema.items) : undefined);

function kindOf(schema: Schema): string {
  const { enum: values, const: only, format, type, items, anyOf } = schema;
  const types = [type ?? []].flat();
  const isNullable = types.length > 1 && types.includes("null");
  const [first = "any"] = types;
  const kind = items
    ? `list of ${kindOf(items)}`
    : only !== undefined
      ? JSON.stringify(only)
      : (schema.$ref?.split("/").at(-1) ??
        values?.map(String).join(" | ") ??
        (anyOf ? [...new Set(anyOf.map(kindOf))].join(" | ") : (format ?? first)));
  return isNullable && !/\bnull$/.test(kind) ? `${kind} | null` : kind;
}

/** The keys of an object; those of objects in it follow as `outer.inner`, those of lists as `outer[].inner`. */
function fieldsOf(schema: Schema | undefined, prefix = ""): FieldDoc[] {
  const { properties = {}, required = [] } = schema ?? {};
  return Object.entries(properties).flatMap(([name, field]) => {
    const key = prefix + name;
    const component = componentOf(field);
    const own: FieldDoc = {
      key,
      kind: kindOf(field),
      ...(component === undefined ? {} : { component }),
      isRequired: required.includes(name),
      description: describe(field),
    };
    return [own, ...(field.items ? fieldsOf(field.items, `${key}[].`) : fieldsOf(field, `${key}.`))];
  });
}

const describe = ({ description = "", default: usual }: Schema): string =>
  usual === undefined ? description : `${description} Default: ${JSON.stringify(usual)}.`;

function curlOf(method: string, path: string, { security, requestBody }: OperationDoc): string {
  const [type, content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  const body = content?.example ?? Object.fromEntries((content?.schema.required ?? []).map((name) => [name, "…"]));
  return [
    `curl -s ${method === "GET" ? "" : `-X ${method} `}"$B${path.slice("/api".length)}"`,
    security?.length === 0 ? "" : `-H "Authorization: Bearer $T"`,
    type?.includes("json") ? `-H 'Content-Type: application/json' -d '${JSON.stringify(body)}'` : "",
  ]
    .filter(Boolean)
    .join(" ");
}

function documentCall(path: string, method: string, operation: OperationDoc): CallDoc {
  const { parameters = [], requestBody, responses, operationId, description, summary, deprecated } = operation;
  const done = Object.entries(responses).find(([status]) => status.startsWith("2"))?.[1];
  const { schema, example } = Object.values(done?.content ?? {})[0] ?? {};
  const component = componentOf(schema);
  const [body] = Object.values(requestBody?.content ?? {});
  return {
    line: `${method} ${path}`,
    anchor: operationId,
    description: description ?? `To ${summary}.`,
    isDeprecated: deprecated === true,
    takes: [
      ...parameters.flatMap(({ name, in: place, required, schema: kind, description: text = "", $ref }) =>
        $ref ? [] : [{ key: name, kind: kindOf(kind), isRequired: required, description: `${text} In the ${place}.` }],
      ),
      ...fieldsOf(body?.schema),
    ],
    answers: schema?.items ? fieldsOf(schema.items, "[].") : fieldsOf(schema),
    answerKind: { kind: schema ? kindOf(schema) : "none", ...(component === undefined ? {} : { component }) },
    refusals: Object.entries(responses).flatMap(([status, { $ref, description: text, content }]) => {
      const { code } = (content?.["application/json"]?.example ?? {}) as { code?: string };
      return status.startsWith("2") ? [] : [`${status} ${$ref?.split("/").at(-1) ?? code ?? text ?? ""}`];
    }),
    curl: curlOf(method, path, operation),
    ...(example === undefined ? {} : { example: JSON.stringify(example, null, 1) }),
  };
}

/** All operations, in the order of the contract. */
function documented(): [Module, CallDoc][] {
  return Object.entries(openapi().paths as Record<string, Record<string, OperationDoc>>).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [Module, CallDoc] => [
      operation.tags[0] as Module,
      documentCall(path, method.toUpperCase(), operation),
    ]),
  );
}

export type ComponentDoc = { name: string; description: string; fields: FieldDoc[] };

/** The components that the calls refer to, and those that these refer to. */
function componentsOf(calls: CallDoc[]): ComponentDoc[] {
  const { schemas } = openapi().components as { schemas: Record<string, Schema> };
  const found = new Map<string, ComponentDoc>();
  const add = (name: string | undefined): void => {
    if (name === undefined || found.has(name) || !schemas[name]) return;
    const component = { name, description: schemas[name].description ?? "", fields: fieldsOf(schemas[name]) };
    found.set(name, component);
    for (const field of component.fields) add(field.component);
  };
  for (const { answers, answerKind } of calls) {
    add(answerKind.component);
    for (const field of answers) add(field.component);
  }
  return [...found.values()].sort((a, b) => a.name.localeCompare(b.name));
}

/** The modules with the lines of their calls. */
export function listModules(): {
  name: Module;
  title: string;
  description: string;
  calls: { line: string; anchor: string }[];
}[] {
  const all = documented();
  return (Object.keys(modules) as Module[]).map((name) => ({
    name,
    ...modules[name],
    calls: all.flatMap(([module, { line, anchor }]) => (module === name ? [{ line, anchor }] : [])),
  }));
}

export function documentModule(name: Module): {
  title: string;
  description: string;
  calls: CallDoc[];
  components: ComponentDoc[];
} {
  const calls = documented().flatMap(([module, call]) => (module === name ? [call] : []));
  return { ...modules[name], calls, components: componentsOf(calls) };
}
