import { LANGUAGES, type Language } from "./code-samples";
import { queryOf, type Reader, READER_ROLES, type ReaderRole } from "./readers";
import { docs } from "./texts";

const current = (isIt: boolean) => (isIt ? "true" : undefined);

type Props = {
  path: string;
  reader: Reader;
  /** Whether the page shows the code of calls, in the language. */
  hasCode?: boolean;
};

/** The choice of a role and of a language, which all pages of the documentation keep. */
export function ReaderNav({ path, reader, hasCode = false }: Props) {
  const roles: [ReaderRole | null, string][] = [
    [null, docs.allRoles],
    ...(Object.entries(READER_ROLES) as [ReaderRole, string][]),
  ];
  return (
    <>
      <nav className="tabs" aria-label={docs.roles}>
        <ul>
          {roles.map(([role, label]) => (
            <li key={label}>
              <a href={path + queryOf({ ...reader, role })} aria-current={current(role === reader.role)}>
                {label}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {hasCode && (
        <nav className="tabs" aria-label={docs.languages}>
          <ul>
            {(Object.entries(LANGUAGES) as [Language, string][]).map(([code, label]) => (
              <li key={code}>
                <a href={path + queryOf({ ...reader, code })} aria-current={current(code === reader.code)}>
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </>
  );
}
