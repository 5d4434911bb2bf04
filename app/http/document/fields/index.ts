import { catalogue } from "./catalogue";
import type { FieldDoc, FieldDocs } from "./field";
import { passkeys } from "./passkeys";
import { payroll } from "./payroll";
import { people } from "./people";
import { reports } from "./reports";
import { system } from "./system";
import { tracking } from "./tracking";
import { webhooks } from "./webhooks";

const docs: FieldDocs = {
  ...system,
  ...webhooks,
  ...tracking,
  ...payroll,
  ...reports,
  ...catalogue,
  ...passkeys,
  ...people,
};

/** The description of a key; that of its component or operation (`scope`) comes before the general one. */
export function fieldDoc(scope: string, key: string): FieldDoc | undefined {
  const own = `${scope}.${key}`;
  const doc = Object.hasOwn(docs, own) ? docs[own] : Object.hasOwn(docs, key) ? docs[key] : undefined;
  return typeof doc === "string" ? { description: doc } : doc;
}

/** Every key of the table, for the test that none is out of use. */
export const fieldNames = Object.keys(docs);
