import { z } from "zod";
import { isoTime } from "../../kernel/periods";
import type { Answer } from "./question";

/** Fields of a log screen in addition to the rows: paging, sort order and limits of the search. */
export const ScreenAnswer = {
  page: z.int(),
  pageSize: z.int(),
  sortField: z.string(),
  sortAsc: z.boolean(),
  next: z.string().optional(),
  sortedAmong: z.int().optional(),
  /** The search stopped at this time: older rows (newer ones if sorted oldest first) were not read. */
  cutOffAt: z.string().optional(),
  /** The username of the chosen agent, for the form, whether the request had the username or the id. */
  agent: z.string().optional(),
};

type PageState = { page: number; pageSize: number; sortField: string; sortAsc: boolean };

export function screenAnswer(
  { page, pageSize, sortField, sortAsc }: PageState,
  { cutOffAt, ...result }: Omit<Answer<unknown>, "items">,
) {
  return { page, pageSize, sortField, sortAsc, ...result, cutOffAt: cutOffAt && isoTime(cutOffAt) };
}
