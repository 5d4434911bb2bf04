import type { maintenance, Output } from "~/gate.server";
/** The server's health report. A part is null if it was not answered in time or never happened. */
export type Health = Output<typeof maintenance.health>;
