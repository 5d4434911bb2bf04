import { useLoaderData } from "@remix-run/react";
import { pageTitle } from "../frame/page-title";
import { form as texts } from "~/texts";
import { ConfirmPage, type ConfirmPageProps } from "../ui/confirm";
import { InfoPage } from "../ui/info";
import { Dated } from "../ui/line-breaks";

/** The question before an act, its records, and the post that confirms it. */
export type Confirmation = Required<Pick<ConfirmPageProps, "action" | "fields" | "cancel">> &
  Pick<ConfirmPageProps, "heading" | "danger" | "reason"> & {
    names: readonly string[];
    /** Below the names. */
    note?: string;
    /** Why the act is not possible on these records. */
    impossible?: string | null;
  };

type Loaded = () => Promise<{ confirmation: Confirmation }>;

/** `named`: for the page of one record, whose name comes first. */
export const confirmTitle = (title: string, { named = false } = {}) =>
  pageTitle<Loaded>(title, ({ confirmation: { heading, names } }) =>
    named ? [names[0], heading].join(": ") : heading,
  );

type Props = Pick<ConfirmPageProps, "listed" | "children">;

/** The page that asks before an act, used without scripts. `children` are below the names of the records. */
export function ConfirmScreen({ listed, children }: Props) {
  const { confirmation } = useLoaderData<Loaded>();
  const { names, note, impossible, ...question } = confirmation;
  const records = names.length > 0 && <NamedRows names={names} />;
  if (impossible) {
    return (
      <InfoPage text={impossible} back={question.cancel}>
        {records}
      </InfoPage>
    );
  }
  return (
    <ConfirmPage {...question} listed={listed}>
      {records}
      {note && <p>{note}</p>}
      {children}
    </ConfirmPage>
  );
}

/** The records that a confirmation applies to: how many there are, and their names. */
export function NamedRows({ names }: { names: readonly string[] }) {
  return (
    <>
      {names.length > 1 && <p>{texts.selected(names.length)}:</p>}
      <ul className="names">
        {names.map((name, index) => (
          <li key={index}>
            <Dated text={name} />
          </li>
        ))}
      </ul>
    </>
  );
}
