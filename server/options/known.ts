import { z } from "zod";

/** Every option, in the order of the screen. A value is stored as a text; screens show it as a checkbox. */
export const names = ["auto_block_account"] as const;
export type OptionName = (typeof names)[number];

export const OptionOutput = z.object({ name: z.enum(names), value: z.enum(["0", "1"]) });
