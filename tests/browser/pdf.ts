import { getDocumentProxy } from "unpdf";

/** A text of a page and its box, in points from the left and bottom edges. */
export type Written = { text: string; left: number; right: number; bottom: number; top: number };
export type Sheet = { width: number; height: number; written: Written[] };

type Item = { str: string; transform: number[]; width: number };

/** The texts on each page of a PDF, in the order in which they were written. */
export async function sheetsOf(pdf: Uint8Array): Promise<Sheet[]> {
  const document = await getDocumentProxy(new Uint8Array(pdf));
  const numbers = Array.from({ length: document.numPages }, (_, index) => index + 1);
  return Promise.all(
    numbers.map(async (number) => {
      const page = await document.getPage(number);
      const { width, height } = page.getViewport({ scale: 1 });
      const { items } = await page.getTextContent();
      const written = (items as Item[]).filter(({ str }) => str.trim() !== "").map(boxed);
      return { width, height, written };
    }),
  );
}

/** Rotated text runs along the height. */
function boxed({ str, transform, width }: Item): Written {
  const [a = 0, b = 0, , , x = 0, y = 0] = transform;
  const size = Math.hypot(a, b);
  const [endX, endY] = [x + (width * a) / size, y + (width * b) / size];
  return {
    text: str,
    ...{ left: Math.min(x, endX), right: Math.max(x, endX) },
    ...{ bottom: Math.min(y, endY), top: Math.max(y, endY) },
  };
}

/** Without white space and with ligatures split: lines break at other places on paper. */
export const squashed = (text: string): string => text.normalize("NFKC").replaceAll(/\s/g, "");

/** 12 mm in points. */
const MARGIN = 34;
/** Tolerance in points: letters have descenders, and coordinates are rounded. */
const SLACK = 3;

/** Texts outside the sheet's margins, except the page number, which is printed in one. */
export const outside = ({ width, height, written }: Sheet, number: string) =>
  written
    .filter(({ text }) => squashed(text) !== number)
    .filter(
      ({ left, right, bottom, top }) =>
        left < MARGIN - SLACK ||
        right > width - MARGIN + SLACK ||
        bottom < MARGIN - SLACK ||
        top > height - MARGIN + SLACK,
    )
    .map(({ text }) => text);
