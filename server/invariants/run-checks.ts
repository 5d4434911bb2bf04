import { audit } from "./audit";
import { catalogue } from "./catalogue";
import { clickBatches } from "./click-batches";
import { events } from "./events";
import type { Check, Finding } from "./finding";
import { halfMonthsWithData } from "./halves";
import { hits } from "./hits";
import { paymentRuns } from "./payment-runs";
import { payroll } from "./payroll";
import { people } from "./people";
import { rollUps } from "./roll-ups";
import { sealed } from "./sealed";
import { storage } from "./storage";

const checks: Check[] = [
  rollUps,
  hits,
  clickBatches,
  ...events,
  ...payroll,
  ...paymentRuns,
  ...catalogue,
  ...people,
  audit,
  ...sealed,
  ...storage,
];

/**
 * Runs the integrity check in one read-only pass and returns its findings. `onFound` receives each finding at once.
 * Each statement reads one snapshot, so a running server causes no false findings.
 */
export async function runChecks(onFound: (finding: Finding) => void = () => undefined): Promise<Finding[]> {
  const halves = await halfMonthsWithData();
  const findings: Finding[] = [];
  for (const check of checks) {
    for (const finding of await check(halves)) {
      findings.push(finding);
      onFound(finding);
    }
  }
  return findings;
}
