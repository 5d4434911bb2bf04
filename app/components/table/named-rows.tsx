/** The names of the records that a confirmation applies to. */
export function NamedRows({ names }: { names: readonly string[] }) {
  return (
    <ul className="named">
      {names.map((name, index) => (
        <li key={index}>{name}</li>
      ))}
    </ul>
  );
}
