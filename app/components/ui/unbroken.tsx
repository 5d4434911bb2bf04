const AMOUNT_OR_DAY = /([\u2212+]?[₱$][\d,.]*\d|\d{4}-\d\d-\d\d)/;

/** A sentence whose amounts and days stay on one line. */
export const Unbroken = ({ text }: { text: string }) => (
  <>
    {text.split(AMOUNT_OR_DAY).map((part, index) =>
      index % 2 === 0 ? (
        part
      ) : (
        <span key={index} className="nowrap">
          {part}
        </span>
      ),
    )}
  </>
);
