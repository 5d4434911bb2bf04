import { type Operation, type StreamOperation } from "../../server/kernel/operation/operation";
import { perform, performStream } from "../../server/kernel/operation/perform";
import { Refusal } from "../../server/kernel/operation/refusal";
import type { Caller } from "../../server/kernel/operation/roles";
import type { z } from "zod";

const from = { channel: "program", ip: null, userAgent: "" } as const;

/** The operation's result for this account. */
export const ask = <I extends z.ZodType, O extends z.ZodType>(
  operation: Operation<I, O>,
  asker: Caller,
  input: Record<string, unknown> = {},
): Promise<z.output<O>> => perform(operation, asker, input, from);

/** The refusal of the operation, as status and fields. */
export const refused = <I extends z.ZodType, O extends z.ZodType>(
  operation: Operation<I, O>,
  asker: Caller,
  input: Record<string, unknown> = {},
): Promise<Refused> => refusalOf(() => ask(operation, asker, input));

/** The same for a stream. */
export const refusedStream = <I extends z.ZodType>(
  operation: StreamOperation<I, string>,
  asker: Caller,
  input: Record<string, unknown> = {},
): Promise<Refused> => refusalOf(() => textOf(operation, asker, input));

type Refused = { status: number; data?: unknown };

async function refusalOf(act: () => Promise<unknown>): Promise<Refused> {
  try {
    await act();
  } catch (thrown) {
    if (!(thrown instanceof Refusal)) throw thrown;
    return thrown.data ? { status: thrown.status, data: thrown.data } : { status: thrown.status };
  }
  throw new Error("Nothing was refused.");
}

/** The name that a stream gives its file before its first part. */
export async function fileNameOf<I extends z.ZodType>(
  operation: StreamOperation<I, string>,
  asker: Caller,
  input: Record<string, unknown> = {},
): Promise<string | undefined> {
  let named: string | undefined;
  const saveAs = (name: string) => void (named = name);
  for await (const _part of performStream(operation, asker, input, { ...from, saveAs })) break;
  return named;
}

/** The whole text that a stream writes. */
export async function textOf<I extends z.ZodType>(
  operation: StreamOperation<I, string>,
  asker: Caller,
  input: Record<string, unknown> = {},
): Promise<string> {
  let text = "";
  for await (const part of performStream(operation, asker, input, from)) text += part;
  return text;
}
