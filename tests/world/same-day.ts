import { setTimeout as pause } from "node:timers/promises";

/** Keeps a test within one day of New York: shortly before midnight there, this waits until it is over. */
export async function sameDay(seconds = 300): Promise<void> {
  const clock = new Date().toLocaleTimeString("en-US", { timeZone: "America/New_York", hourCycle: "h23" });
  const [hours = 0, minutes = 0, past = 0] = clock.split(":").map(Number);
  const left = 86_400 - (hours * 3_600 + minutes * 60 + past);
  if (left <= seconds) await pause((left + 1) * 1_000);
}
