import { useLocation, useMatches } from "@remix-run/react";
import { dateTime } from "../formats";

type FrameData = { now?: number; username?: string; brand?: { name: string } };

/** On paper and in the print version: the brand, and by whom and when the page was printed. */
export function PrintNote() {
  const isSheet = new URLSearchParams(useLocation().search).get("print") === "1";
  const frame = useMatches().find(({ id }) => id === "routes/app")?.data as FrameData | undefined;
  if (frame?.now === undefined) return null;
  const printed = `Printed ${dateTime(new Date(frame.now).toISOString())} by ${frame.username}`;
  return (
    <p className={isSheet ? "note printed" : "note printed print-only"}>
      {[frame.brand?.name, printed].filter(Boolean).join(" · ")}
    </p>
  );
}
