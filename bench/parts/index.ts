import { blackList } from "./black-list";
import { clickLog } from "./click-log";
import { deliveries } from "./deliveries";
import { fees } from "./fees-grid";
import { memory } from "./memory";
import { pages } from "./pages";
import type { Part } from "./part";
import { redirects } from "./redirects";
import { countries, reports } from "./reports";
import { sales } from "./sales";

/** In the order of the table. */
export const parts: readonly Part[] = [
  redirects,
  clickLog,
  sales,
  pages,
  reports,
  countries,
  deliveries,
  blackList,
  memory,
  fees,
];

/** The parts of a selection. */
export const groups: Record<string, readonly Part[]> = {
  demo: parts.filter(({ data, name }) => data === "demo" && name !== "fees"),
};
