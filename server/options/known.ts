import { z } from "zod";

/** Every option there is. A value is stored as a text; screens show it as a tick. */
export const names = ["auto_block_account"] as const;
export type OptionName = (typeof names)[number];

export const Option = z.object({ name: z.enum(names), value: z.enum(["0", "1"]) });
