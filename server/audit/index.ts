/** Seals of the audit: a hash of each finished day that covers the day before, so that a changed row is noticed. */
export { compareFile } from "./compare-file";
export { attachDay } from "./mail";
export { isPurgeRecord, recordPurge } from "./purges";
export { lockSeals, sealFinishedDays } from "./seals";
export { findSealFaults, type SealFaults } from "./verify";
