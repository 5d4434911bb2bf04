import { z } from "zod";
import { PAGE_SIZE } from "../../kernel/operation/page";

/** Pages of the agents. */
export const Paging = z.object({
  page: z.int("Please enter a page number.").min(1).max(10_000_000).default(1),
  pageSize: z.int("Please enter a page size from 1 to 500.").min(1).max(500).default(PAGE_SIZE),
});
