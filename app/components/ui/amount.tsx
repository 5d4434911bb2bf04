const AMOUNT = /^([\u2212+]?)([₱$])(.+)$/;

/** An amount among words, its unit quieter than its digits. Cells of a table have this by themselves. */
export function Amount({ text }: { text: string }) {
  const [, sign, unit, digits] = AMOUNT.exec(text) ?? [];
  if (unit === undefined) return <>{text}</>;
  return (
    <>
      {sign}
      <i>{unit}</i>
      {digits}
    </>
  );
}
