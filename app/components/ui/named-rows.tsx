/** What a confirmation is about, by name. */
export function NamedRows({ names }: { names: readonly string[] }) {
  return (
    <ul className="named">
      {names.map((name, index) => (
        <li key={index}>{name}</li>
      ))}
    </ul>
  );
}
