import { z } from "zod";

/** Every option there is, in the order of the screen. A value is stored as a text; screens show it as a tick. */
export const names = ["auto_block_account"] as const;
export type OptionName = (typeof names)[number];

export const OptionOutput = z.object({ name: z.enum(names), value: z.enum(["0", "1"]) });
