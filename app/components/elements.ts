import type { DetailedHTMLProps, HTMLAttributes } from "react";

type Custom<Own = object> = DetailedHTMLProps<HTMLAttributes<HTMLElement>, HTMLElement> & Own & { class?: string };

/** Custom elements defined in app/enhance and app/islands. Without scripts each shows only its children. */
declare module "react" {
  // eslint-disable-next-line @typescript-eslint/no-namespace -- React declares its elements in this namespace
  namespace JSX {
    interface IntrinsicElements {
      "live-clock": Custom<{ now: number }>;
      "toast-stack": Custom;
      "poll-badge": Custom<{ src: string; every: string }>;
      "row-act": Custom<{ src: string; acts: string }>;
      "confirm-submit": Custom<{ action: string }>;
      "copy-button": Custom<{ for?: string }>;
      "show-password": Custom;
      "suggested-password": Custom;
      "select-all": Custom<{ name?: string }>;
      "page-keys": Custom;
      "print-page": Custom;
      "date-hints": Custom;
      "auto-refresh": Custom<{ every: string }>;
      "guarded-form": Custom;
      "dependent-select": Custom<{ src: string; on: string; keys: string; needs?: string }>;
      "x-agents": Custom<{ src: string; office?: string }>;
      "filled-from": Custom<{ from: string }>;
      "growing-list": Custom;
      "open-figures": Custom;
      "x-chart": Custom<{ by: "day" | "month" }>;
      "x-editor": Custom;
      "x-fees": Custom;
      "x-passkey": Custom;
      "x-password": Custom<{ src: string }>;
      "x-periods": Custom;
      "x-proof": Custom;
    }
  }
}
