import { Fragment } from "react";

/** A text in which `code` is marked by backticks. */
export function WithCode({ text }: { text: string }) {
  return text
    .split("`")
    .map((part, i) => (i % 2 === 1 ? <code key={i}>{part}</code> : <Fragment key={i}>{part}</Fragment>));
}
