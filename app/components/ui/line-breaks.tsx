import { Fragment } from "react";
import { LONG_WORD, piecesOf } from "../table/breakable";

const MOMENT = /(\d{4}-\d\d-\d\d(?: \(\d\d:\d\d\))?)/;

/** A text whose dates, with their times, stay on one line: Chromium breaks them after a hyphen. */
export const Dated = ({ text }: { text: string }) =>
  text.split(MOMENT).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <span key={index} className="nowrap">
        {part}
      </span>
    ),
  );

/** A label that ends with a unit, which stays with its word. */
const UNIT = /(\S+ [₱$])$/;
const withUnit = (text: string) =>
  UNIT.test(text)
    ? text
        .split(UNIT)
        .map((part, index) => (index === 1 ? <span key="unit" className="nowrap" children={part} /> : part))
    : text;

/** A label whose long words may break. */
export const Label = ({ text }: { text: string }) =>
  text.search(LONG_WORD) < 0
    ? withUnit(text)
    : text.split(/(?<=\s)/).map((word, index) => (
        <Fragment key={index}>
          {piecesOf(word).map((piece, at) => (
            <Fragment key={at}>
              {at > 0 && <wbr />}
              {piece}
            </Fragment>
          ))}
        </Fragment>
      ));
