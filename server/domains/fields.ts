import { one } from "../kernel/database";
import { Flag, Id, Kept, Text, Version } from "../kernel/input";
import { invalid } from "../kernel/refusal";
import { sql } from "../kernel/sql";
import { z } from "zod";
import { Origin } from "./origin";

const optional = { description: Kept(Text(1_000)), hidden: Kept(Flag) };

export const NewDomain = z.object({ domain: Origin, ...optional });
export const ChangedDomain = z.object({ id: Id, domain: Kept(Origin), ...optional, version: Version });

const TAKEN = "This domain is on the list already.";
export const taken = () => invalid({ domain: [TAKEN] });

/** Refuses an origin that another domain has. */
export async function requireFree(domain: string, own: number): Promise<void> {
  if (await one(sql`SELECT id FROM domains WHERE domain = ${domain} AND id <> ${own}`)) throw taken();
}
