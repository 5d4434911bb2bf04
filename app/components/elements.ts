import type { DetailedHTMLProps, HTMLAttributes } from "react";

type Custom<Own = object> = DetailedHTMLProps<HTMLAttributes<HTMLElement>, HTMLElement> & Own & { class?: string };

/** The elements that app/enhance and app/islands bring to life; without scripts each is only what stands in it. */
declare module "react" {
  // eslint-disable-next-line @typescript-eslint/no-namespace -- React names its elements here
  namespace JSX {
    interface IntrinsicElements {
      "live-clock": Custom<{ now: number }>;
      "toast-stack": Custom;
      "poll-badge": Custom<{ src: string; every: string }>;
      "row-act": Custom<{ src: string }>;
      "confirm-submit": Custom<{ action: string; reason?: string }>;
      "copy-button": Custom<{ for?: string }>;
      "select-all": Custom<{ name: string }>;
      "page-keys": Custom;
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
      "x-periods": Custom;
    }
  }
}
