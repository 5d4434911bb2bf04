import { isoTime } from ".";

/** `2026-11-29 12:34 (New York)`, for sentences. */
export const newYorkTime = (at: Date): string => `${isoTime(at).slice(0, 16).replace("T", " ")} (New York)`;
