import { z } from "zod";
import { isoTime } from "../../kernel/periods";
import type { Answer } from "./question";

/** What a log's screen gets beside the rows: how it was read, how far, and where its next page begins. */
export const ScreenAnswer = {
  page: z.int(),
  pageSize: z.int(),
  sortField: z.string(),
  sortAsc: z.boolean(),
  next: z.string().optional(),
  sortedAmong: z.int().optional(),
  /** Rows before this time (after it, oldest first) were not looked at. */
  cutOffAt: z.string().optional(),
  /** The username of the chosen agent, which the form shows whether he was named or given by his id. */
  agent: z.string().optional(),
};

type Asked = { page: number; pageSize: number; sortField: string; sortAsc: boolean };

export function screenAnswer(
  { page, pageSize, sortField, sortAsc }: Asked,
  { cutOffAt, ...found }: Omit<Answer<unknown>, "items">,
) {
  return { page, pageSize, sortField, sortAsc, ...found, cutOffAt: cutOffAt && isoTime(cutOffAt) };
}
