import { readTransaction } from "../kernel/database/transactions";
import type { Call } from "../kernel/operation/operation";

type Given = { password?: string; email?: string };

/** Whether the input changes an account's password or e-mail, by which its owner is known. `email` is the current one. */
export const changesCredentials =
  <I extends Given>(email: (call: Call, input: I) => Promise<string>) =>
  async (call: Call, input: I): Promise<boolean> =>
    input.password !== undefined ||
    (input.email !== undefined && input.email !== (await readTransaction(() => email(call, input))));
