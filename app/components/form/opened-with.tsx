import { useActionData, useLoaderData } from "@remix-run/react";
import type { Merge } from "./shown-again";

type Refused = { lastResult?: { initialValue?: Readonly<Record<string, unknown>> | null }; merge?: Merge };

/** The version and values with which the form was opened, for a save that meets another one (`merge.server.ts`). */
export function OpenedWith({ version }: { version: number }) {
  const { base } = useLoaderData<{ base?: string }>();
  const refused = useActionData<Refused>();
  const typed = refused?.lastResult?.initialValue?.base;
  const opened = refused?.merge?.base ?? (typeof typed === "string" ? typed : base);
  return (
    <>
      <input type="hidden" name="version" value={version} />
      {opened !== undefined && <input type="hidden" name="base" value={opened} />}
    </>
  );
}
