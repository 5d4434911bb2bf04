import { findSealFaults, type SealFaults } from "../audit";
import type { Check } from "./finding";

const SAYS: Record<keyof SealFaults, string> = {
  rows: "Sealed days of the audit whose rows or seal were changed",
  seals: "Seals of the audit that are missing or do not follow from the one before",
  backdated: "Rows of the audit dated to days that were sealed without them",
};
/** More days are only counted. */
const NAMED = 10;

/** Compares each finished day of the audit with its seal. */
export const audit: Check = async () => {
  const faults = await findSealFaults();
  return (Object.keys(SAYS) as (keyof SealFaults)[]).flatMap((kind) => {
    const list = faults[kind];
    return list.length === 0
      ? []
      : [{ says: SAYS[kind], count: list.length, example: list.slice(0, NAMED).join("; ") }];
  });
};
