import type { Output, reports } from "~/gate.server";

type SiteScreen = Output<typeof reports.sitesScreen>;
export type Grouping = SiteScreen["groupings"][number];
export type ReportColumn = SiteScreen["columns"][number];
/** The differences between the four site reports. */
export type Variant = SiteScreen["variant"];
/** `within` is the range of dates from which a day was opened: `start,end`. */
export type ReportQuery = SiteScreen["asked"] & { within?: string };
export type ComparedFigures = NonNullable<NonNullable<SiteScreen["report"]>["compared"]>;
export type AvpTier = {
  readonly index: number;
  readonly from: number;
  readonly to: number;
  readonly payoutPhp: number;
};

export type Figure = string | number | null | undefined;
export type ReportRow = Readonly<Record<string, Figure>> & {
  date?: string;
  agent?: string;
  agentId?: number;
  companyId?: number;
  typeId?: number;
  siteId?: number;
  country?: string;
};

export const groupingLabels: Record<Grouping, string> = {
  date: "Date",
  company: "Office",
  agent: "Agent",
  detail: "Detail",
  ...{ type: "Type", country: "Country", hour: "Hour", referrer: "Referrer", device: "Device" },
  ...{ sub1: "Sub 1", sub2: "Sub 2", sub3: "Sub 3", sub4: "Sub 4", sub5: "Sub 5" },
};
/** The four groupings of every network, which have buttons of their own. */
export const mainGroupings: readonly Grouping[] = ["date", "company", "agent", "detail"];

/** Both groupings: `Office, then Type`. */
export const groupingLabel = ({ groupBy, then }: Pick<ReportQuery, "groupBy" | "then">): string =>
  then ? `${groupingLabels[groupBy]}, then ${groupingLabels[then].toLowerCase()}` : groupingLabels[groupBy];

/** The name of a row without a value of its grouping. */
export const unnamed: Partial<Record<string, string>> = {
  ...{ country: "unknown", referrer: "none", sub1: "none", sub2: "none", sub3: "none", sub4: "none", sub5: "none" },
};
