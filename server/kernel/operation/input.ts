import { z } from "zod";
import { isDay } from "../periods";

/** Schemas of common input values. Their messages are shown to people. */

const LARGEST_ID = 2_147_483_647;
export const isWellFormed = (text: string) => !text.includes("\0") && text.isWellFormed();

export const Id = z.int("Please choose one from the list.").min(1).max(LARGEST_ID);
/** IDs for a bulk command: 1 to 500, duplicates removed. */
export const Ids = z
  .array(Id)
  .min(1, "Please select at least one row.")
  .max(500, "Please select at most 500 rows.")
  .transform((ids) => [...new Set(ids)]);
export const Flag = z.boolean("Please choose yes or no.");
/** The status of a site or a link: 1 or true is activated, 0 or false is suspended. */
export const Status = z
  .union([z.boolean(), z.literal(0), z.literal(1)], "Please choose yes or no.")
  .transform((status) => Boolean(status));

/** Trimmed text of at most `maxLength` characters before trimming. */
export const Text = (maxLength = 255) =>
  z
    .string("Please enter a text.")
    .max(maxLength, `Please use at most ${maxLength} characters.`)
    .refine(isWellFormed, "Please use readable characters only.")
    .trim();
export const Required = (maxLength = 255) => Text(maxLength).min(1, "Please fill in this field.");
/** Text that is not trimmed, for passwords and conversations. */
export const Verbatim = (maxLength: number) =>
  z
    .string("Please enter a text.")
    .max(maxLength, `Please use at most ${maxLength} characters.`)
    .refine(isWellFormed, "Please use readable characters only.");
export const Email = Text(254).pipe(z.email("Please use the form name@example.com."));
export const USERNAME = /^[A-Za-z0-9_.-]+$/;
export const Username = Required(10).regex(USERNAME, "Please use letters, digits, _ . and - only.");
export const Password = Verbatim(72).min(8, "Please use at least 8 characters.");

/** An absent or empty value keeps the old password. */
export const NewPassword = z.preprocess((text) => (text === "" ? undefined : text), Password.optional());

/**
 * A field of an update. An API call that omits it keeps the stored value. A form always sends it, so an empty value is
 * refused if one is required, and an unticked box means off.
 */
export const OptionalField = <T extends z.ZodType>(schema: T) => z.exactOptional(schema);
/** The `version` that an update is based on. Without it, the last write wins. */
export const Version = z.int().min(1).optional();

/** An existing New York day, YYYY-MM-DD. */
export const DayText = z
  .string("Please enter a date as YYYY-MM-DD.")
  .regex(/^\d{4}-\d{2}-\d{2}$/, "Please enter a date as YYYY-MM-DD.")
  .refine(isDay, "This date does not exist.");

/** An entry of a list of periods to choose from. */
export const PeriodChoice = z.object({ label: z.string(), start: z.string(), end: z.string(), unit: z.string() });

export const Nothing = z.object({});
export const Updated = z.object({ updated: z.int() });
export const Deleted = z.object({ deleted: z.int() });
export const Count = z.object({ count: z.int() });
