import type { Abilities, doctor, Output } from "~/gate.server";

/** Names of the link and the agent; null if a postback names no known click. */
export type Named = { sitename: string | null; typename: string | null; username?: string | null };

export type Click = Output<typeof doctor.examine>["clicks"][number];
export type Event = Output<typeof doctor.examine>["events"][number];
export type Postback = Output<typeof doctor.examine>["postbacks"][number];
export type TraceCan = Pick<Abilities, "chooseAgent" | "seeSites">;
/** `doctor` is the link doctor's path on other screens. */
export type TraceView = TraceCan & { doctor?: string };
