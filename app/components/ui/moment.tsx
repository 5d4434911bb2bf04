/** A day with its time, as `dateTime` writes it, among elements. A text cell of a table has this by itself. */
export function Moment({ text }: { text: string }) {
  const [day, time] = text.split(" ", 2);
  return (
    <>
      {day} <small>{time}</small>
    </>
  );
}
