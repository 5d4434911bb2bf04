import { type Language, type Sample, sampleText } from "~/components/docs/code-samples";
import { type Module, modules } from "../document/modules";
import { mayCall, type Reader, type ReaderRole } from "~/components/docs/readers";
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
type Parameter = {
  $ref?: string;
  name: string;
  in: string;
  required: boolean;
  description?: string;
  schema: Schema;
  example?: unknown;
};
export type OperationDoc = {
  operationId: string;
  description?: string;
  summary: string;
  deprecated?: boolean;
  security?: unknown[];
  "x-needs"?: string;
  tags: string[];
  parameters?: Parameter[];
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
  /** Answers that are neither the usual one nor a refusal, such as 304. */
  redirections: string[];
  refusals: string[];
  /** The call as code in the chosen language. */
  code: string;
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

/** The call with its recorded examples in place of parameters; names in braces where there is none. */
export function sampleOf(path: string, method: string, operation: OperationDoc): Sample {
  const { security, requestBody, parameters = [] } = operation;
  const [type, content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  const body = content?.example ?? Object.fromEntries((content?.schema.required ?? []).map((name) => [name, "…"]));
  const filled = parameters.reduce(
    (text, { name, in: place, example }) =>
      place === "path" && example !== undefined ? text.replace(`{${name}}`, String(example)) : text,
    path.slice("/api".length),
  );
  return {
    ...{ method, path: filled, needsToken: security?.length !== 0 },
    ...(type?.includes("json") ? { body: JSON.stringify(body) } : {}),
  };
}

/** The statuses that match, each with its code or its description. */
const answersOf = (responses: OperationDoc["responses"], statuses: RegExp): string[] =>
  Object.entries(responses).flatMap(([status, { $ref, description: text, content }]) => {
    const { code } = (content?.["application/json"]?.example ?? {}) as { code?: string };
    return statuses.test(status) ? [`${status} ${$ref?.split("/").at(-1) ?? code ?? text ?? ""}`] : [];
  });

function documentCall(path: string, method: string, operation: OperationDoc, language: Language): CallDoc {
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
    redirections: answersOf(responses, /^3/),
    refusals: answersOf(responses, /^[^23]/),
    code: sampleText(language, sampleOf(path, method, operation)),
    ...(example === undefined ? {} : { example: JSON.stringify(example, null, 1) }),
  };
}

export type Documented = { module: Module; path: string; method: string; operation: OperationDoc };

/** All operations that accounts of a role may call, in the order of the contract. */
export function documented(role: ReaderRole | null = null): Documented[] {
  return Object.entries(openapi().paths as Record<string, Record<string, OperationDoc>>).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) =>
      mayCall(operation["x-needs"], role)
        ? [{ module: operation.tags[0] as Module, path, method: method.toUpperCase(), operation }]
        : [],
    ),
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

type ListedModule = {
  name: Module;
  title: string;
  description: string;
  calls: { line: string; anchor: string }[];
};

/** The modules with the lines of the calls of a role. */
export function listModules(role: ReaderRole | null): ListedModule[] {
  const all = documented(role);
  return (Object.keys(modules) as Module[])
    .map((name) => ({
      name,
      ...modules[name],
      calls: all.flatMap(({ module, method, path, operation }) =>
        module === name ? [{ line: `${method} ${path}`, anchor: operation.operationId }] : [],
      ),
    }))
    .filter(({ calls }) => calls.length > 0);
}

type ModuleDoc = { title: string; description: string; calls: CallDoc[]; components: ComponentDoc[] };

export function documentModule(name: Module, { role, code }: Reader): ModuleDoc {
  const calls = documented(role).flatMap(({ module, path, method, operation }) =>
    module === name ? [documentCall(path, method, operation, code)] : [],
  );
  return { ...modules[name], calls, components: componentsOf(calls) };
}
