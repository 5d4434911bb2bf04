import { type AnyOperation, type AnyStream, Refusal, fieldsOf } from "~/gate.server";
import type { CallEntry } from "./calls";

/** `If-Match` of a change as the version that it is based on, which programs can also send as `version`. */

/** The version; "unusable" if none can be read, or the call compares none; undefined without a condition. */
export function basisOf(request: Request, { input }: CallEntry["operation"]): number | "unusable" | undefined {
  const condition = request.headers.get("If-Match")?.trim();
  if (condition === undefined || condition === "*") return undefined;
  const [, version] = /^(?:W\/)?"(\d{1,9})(?:\.[\w-]+)?"$/.exec(condition) ?? [];
  return version === undefined || fieldsOf(input)?.version === undefined ? "unusable" : Number(version);
}

/** The ETag of a record begins with its version, so that it can be sent back as `If-Match`. */
export function versioned(body: unknown, hash: string): string {
  const { version } = (body ?? {}) as { version?: unknown };
  return typeof version === "number" ? `${version}.${hash}` : hash;
}

const failed = (message: string, data?: unknown) => new Refusal("PRECONDITION_FAILED", message, data);

/** The same operation, refused with 412 once permission and input are checked. */
export const failing = <O extends AnyOperation | AnyStream>(operation: O): O => ({
  ...operation,
  run: () => {
    throw failed('Please send the version of the record as If-Match: "7", or the ETag of its answer.');
  },
});

/** Runs a change on the version of `If-Match`; 412 in place of 409 if the record has another. */
export async function onBasis<T>(
  basis: ReturnType<typeof basisOf>,
  input: unknown,
  act: (input: unknown) => Promise<T>,
): Promise<T> {
  if (typeof basis !== "number" || typeof input !== "object") return act(input);
  try {
    return await act({ ...input, version: basis });
  } catch (error) {
    const isOutdated = error instanceof Refusal && error.code === "CONFLICT" && hasCurrent(error.data);
    throw isOutdated ? failed(error.message, error.data) : error;
  }
}

const hasCurrent = (data: unknown): boolean => typeof data === "object" && data !== null && "current" in data;
