import { useMatches } from "@remix-run/react";
import { signedOut as texts } from "~/components/sign-in/texts";
import { Notice } from "../ui/notice";

/** Note on a form that was restored after its session ended during the post. */
export function RestoredNote() {
  const form = useMatches()
    .map(({ data }) => (data as { restored?: { omitted: boolean } } | undefined)?.restored)
    .find(Boolean);
  if (!form) return null;
  return (
    <Notice>
      <p role="status">
        {texts.restored} {form.omitted && texts.omitted}
      </p>
    </Notice>
  );
}
