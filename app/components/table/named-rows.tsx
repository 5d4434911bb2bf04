import { form as texts } from "~/texts";

/** The records that a confirmation applies to: how many there are, and their names. */
export function NamedRows({ names }: { names: readonly string[] }) {
  return (
    <>
      {names.length > 1 && <p>{texts.selected(names.length)}:</p>}
      <ul className="named">
        {names.map((name, index) => (
          <li key={index}>{name}</li>
        ))}
      </ul>
    </>
  );
}
