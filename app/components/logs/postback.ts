import type { Abilities, logs, Output } from "~/gate.server";
import { heading } from "../formats";

export type Postback = Output<typeof logs.postbackScreen>["items"][number];

/** The parts of the screen that the account may see. */
export type PostbackCan = Pick<Abilities, "chooseAgent" | "replayPostbacks">;

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The stored and filtered verdict `held` reads Pending, as on Health. */
export const verdictLabel = (name: string): string => capitalized(name === "held" ? "pending" : name);

export const postbackEventLabel = (event: string): string => capitalized(heading(event));
