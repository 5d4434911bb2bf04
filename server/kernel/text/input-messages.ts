import { z } from "zod";

/** Default messages for schemas without their own: sentences for people in place of those of the parser. */

type Issue = Parameters<NonNullable<z.core.$ZodConfig["customError"]>>[0];

const KINDS: Record<string, string> = {
  string: "Please enter a text.",
  number: "Please enter a number.",
  int: "Please enter a whole number.",
  bigint: "Please enter a whole number.",
  boolean: "Please choose yes or no.",
  array: "Please send a list.",
  tuple: "Please send a list.",
  object: "Please send an object.",
  record: "Please send an object.",
};

const boundMessage = (issue: Extract<Issue, { code: "too_big" | "too_small" }>): string => {
  const [least, bound] = issue.code === "too_big" ? [false, Number(issue.maximum)] : [true, Number(issue.minimum)];
  const many = `${least ? "at least" : "at most"} ${bound}`;
  if (issue.origin === "string") return `Please use ${many} characters.`;
  if (issue.origin === "array" || issue.origin === "set") return `Please send ${many} values.`;
  return `Please enter a number of ${many}.`;
};

function issueMessage(issue: Issue): string {
  switch (issue.code) {
    case "invalid_type":
      if (issue.input === undefined) return "Please fill in this field.";
      return KINDS[issue.expected] ?? "Please check this value.";
    case "too_big":
    case "too_small":
      return boundMessage(issue);
    case "invalid_value":
      return "Please choose one from the list.";
    default:
      return "Please check this value.";
  }
}

z.config({ customError: issueMessage });
