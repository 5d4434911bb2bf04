import { brand } from "~/gate.server";
import { type Module, modules } from "../document/modules";
import { documented, type Documented, sampleOf } from "./call-docs.server";
import { openapi } from "./openapi.server";

/** The calls as a collection of Postman, format 2.1, from the OpenAPI document: a folder for each module. */

const SCHEMA = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json";

/** Variables of the collection: `base` is the address of the API, `token` a client token. */
export function postmanCollection(): object {
  const all = documented();
  const [{ url = "/" } = {}] = openapi().servers as { url?: string }[];
  return {
    info: {
      name: `${brand().name} back office`,
      description:
        "Set the variable token to a client token. Bodies are recorded examples: put your own IDs into them.",
      schema: SCHEMA,
    },
    auth: { type: "bearer", bearer: [{ key: "token", value: "{{token}}", type: "string" }] },
    variable: [
      { key: "base", value: `${url.replace(/\/$/, "")}/api`, type: "string" },
      { key: "token", value: "", type: "string" },
    ],
    item: (Object.keys(modules) as Module[]).map((name) => ({
      name: modules[name].title,
      description: modules[name].description,
      item: all.filter(({ module }) => module === name).map(itemOf),
    })),
  };
}

function itemOf({ path, method, operation }: Documented) {
  const { body, needsToken } = sampleOf(path, method, operation);
  const { parameters = [], description = "" } = operation;
  const named = parameters.filter(({ $ref }) => $ref === undefined);
  const variables = named.filter(({ in: place }) => place === "path").map(valueOf);
  const query = named.filter(({ in: place }) => place === "query");
  // Postman writes a parameter of the path with a colon.
  const parts = path.slice("/api/".length).replaceAll(/\{(\w+)\}/g, ":$1");
  return {
    name: `${method} ${path}`,
    request: {
      method,
      description,
      ...(needsToken ? {} : { auth: { type: "noauth" } }),
      header: body === undefined ? [] : [{ key: "Content-Type", value: "application/json" }],
      ...(body === undefined
        ? {}
        : {
            body: {
              mode: "raw",
              raw: JSON.stringify(JSON.parse(body), null, 2),
              options: { raw: { language: "json" } },
            },
          }),
      url: {
        raw: `{{base}}/${parts}`,
        host: ["{{base}}"],
        path: parts.split("/"),
        ...(variables.length > 0 ? { variable: variables } : {}),
        // Those without an example are there to be ticked.
        ...(query.length > 0
          ? { query: query.map((one) => ({ ...valueOf(one), disabled: one.example === undefined })) }
          : {}),
      },
    },
  };
}

const valueOf = ({ name, example, description }: { name: string; example?: unknown; description?: string }) => ({
  key: name,
  value: example === undefined ? "" : String(example),
  description: description ?? "",
});
