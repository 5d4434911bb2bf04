import { catalogue } from "./catalogue";
import { events } from "./events";
import type { Check, Finding } from "./finding";
import { hits } from "./hits";
import { payroll } from "./payroll";
import { people } from "./people";
import { rollUps } from "./roll-ups";
import { storage } from "./storage";

const checks: Check[] = [rollUps, hits, ...events, ...payroll, ...catalogue, ...people, ...storage];

/**
 * Everything that is broken, in one pass that only reads; `onFound` is told while it goes on. Each statement is true of one
 * moment, so a server that works meanwhile makes no findings.
 */
export async function examine(onFound: (finding: Finding) => void = () => undefined): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const check of checks) {
    for (const finding of await check()) {
      findings.push(finding);
      onFound(finding);
    }
  }
  return findings;
}
