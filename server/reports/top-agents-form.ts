import { z } from "zod";
import { Flag, Id } from "../kernel/operation/input";
import { DayField, ranged } from "./query";

/** Replaces a site ID to select the ticked sites. */
export const CUSTOM = "custom";
const MOST_SITES = 500;

/** The criteria of Top Agents as its screen's form sends them. */
export const TopForm = ranged(
  z.object({
    start: DayField,
    end: DayField,
    siteId: z.union([Id, z.literal(CUSTOM)], "Please choose one from the list.").optional(),
    siteIds: z.array(Id).max(MOST_SITES).default([]),
    print: Flag.default(false),
  }),
);
type TopForm = z.output<typeof TopForm>;

/** The IDs of the requested sites; empty means all. Ticked sites count only while Custom is chosen. */
export const wantedSites = ({ siteId, siteIds }: Pick<TopForm, "siteId" | "siteIds">): number[] =>
  siteId === CUSTOM ? siteIds : siteId === undefined ? [] : [siteId];
