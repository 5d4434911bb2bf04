import { z } from "zod";
import { isDay } from "../time";
import { hiddenCharacterError, isWellFormed, oneLine, severalLines, withoutHidden } from "../text/characters";

/** Schemas of common input values. Their messages are shown to people. */

const LARGEST_ID = 2_147_483_647;

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

const UNREADABLE = "Please use readable characters only.";
const ofLength = (maxLength: number, form: (text: string) => string) =>
  z
    .string("Please enter a text.")
    .overwrite(form)
    .max(maxLength, `Please use at most ${maxLength} characters.`)
    .refine(isWellFormed, { error: UNREADABLE, abort: true });

/** Refuses characters that cannot be seen. */
export const visible = (text: string, context: z.RefinementCtx<string>): void => {
  const message = hiddenCharacterError(text);
  if (message !== undefined) context.addIssue(message);
};

/** Trimmed text of one line, of at most `maxLength` characters before trimming. */
export const Text = (maxLength = 255) => ofLength(maxLength, oneLine).superRefine(visible).trim();
export const Required = (maxLength = 255) => Text(maxLength).min(1, "Please fill in this field.");
/** A text to search for, trimmed. Characters that cannot be seen are dropped, because stored names have none. */
export const SearchText = (maxLength = 255) =>
  ofLength(maxLength, (text) => (isWellFormed(text) ? withoutHidden(oneLine(text)) : text)).trim();
/** Trimmed text of several lines. */
export const Lines = (maxLength: number) => ofLength(maxLength, severalLines).trim();
/** Text of several lines that is not trimmed, for conversations. */
export const UntrimmedLines = (maxLength: number) => ofLength(maxLength, severalLines);
/** Text exactly as it was typed, for passwords and codes. */
export const Verbatim = (maxLength: number) => ofLength(maxLength, (text) => text);
export const Email = Text(254).pipe(z.email("Please use the form name@example.com."));
export const USERNAME = /^[A-Za-z0-9_.-]+$/;
/** A username as it is typed: another spelling of a letter is another name. */
export const TypedUsername = (maxLength = 255) => Verbatim(maxLength).trim().min(1, "Please fill in this field.");
export const Username = TypedUsername(10).regex(USERNAME, "Please use letters, digits, _ . and - only.");
/** A password in NFKC, so that it is the same on keyboards that compose its characters differently. */
export const Password = ofLength(72, (text) => text.normalize("NFKC")).min(8, "Please use at least 8 characters.");
/** The repetition of a new password. */
export const PasswordAgain = ofLength(255, (text) => text.normalize("NFKC"));

/** An absent or empty value keeps the old password. */
export const NewPassword = z.preprocess((text) => (text === "" ? undefined : text), Password.optional());

/**
 * A field of an update. An API call that omits it keeps the stored value. A form always sends it, so an empty value is
 * refused if one is required, and an unticked box means off.
 */
export const OptionalField = <T extends z.ZodType>(schema: T) => z.exactOptional(schema);
/** A value that may be left out; empty text and null mean the same. */
export const Filter = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === "" || value === null ? undefined : value), schema.optional());
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
