import { catalogue } from "./catalogue";
import type { FieldDoc, FieldDocs } from "./field";
import { messages } from "./messages";
import { passkeys } from "./passkeys";
import { payroll } from "./payroll";
import { people } from "./people";
import { reports } from "./reports";
import { signals } from "./signals";
import { system } from "./system";
import { tracking } from "./tracking";
import { views } from "./views";
import { webhooks } from "./webhooks";

const docs: FieldDocs = {
  ...system,
  ...signals,
  ...webhooks,
  ...messages,
  ...tracking,
  ...payroll,
  ...reports,
  ...catalogue,
  ...passkeys,
  ...people,
  ...views,
};

/**
 * The description of a key. `scope` is its component or operation, followed by the keys around it, such as
 * `links.doctor.agent`: the nearest description comes before the general one.
 */
export function fieldDoc(scope: string, key: string): FieldDoc | undefined {
  const name = nearest(scope, key);
  if (name === undefined) return undefined;
  usedNames.add(name);
  const doc = docs[name];
  return typeof doc === "string" ? { description: doc } : doc;
}

function nearest(scope: string, key: string): string | undefined {
  for (let outer = scope; outer !== ""; outer = outer.slice(0, Math.max(0, outer.lastIndexOf("."))))
    if (Object.hasOwn(docs, `${outer}.${key}`)) return `${outer}.${key}`;
  return Object.hasOwn(docs, key) ? key : undefined;
}

/** Every key of the table, and those that the document has used, for the test that none is out of use. */
export const fieldNames = Object.keys(docs);
export const usedNames = new Set<string>();
