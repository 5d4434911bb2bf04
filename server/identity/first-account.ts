import { z } from "zod";
import { Account } from "~models";
import { Nothing } from "../kernel/operation/input";
import { query } from "../kernel/operation/operation";
import { anyone } from "../kernel/operation/roles";

/** Whether a new deployment still needs its first account. */
export const firstAccount = query({
  name: "accounts.first",
  does: "see whether there are any accounts",
  allow: anyone,
  quiet: true,
  input: Nothing,
  output: z.object({ missing: z.boolean() }),
  run: async () => ({ missing: await isFirstAccountMissing() }),
});

export const isFirstAccountMissing = async (): Promise<boolean> =>
  (await Account.findOne({ attributes: ["id"], raw: true })) === null;
