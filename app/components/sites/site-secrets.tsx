import { siteSecrets as texts } from "~/components/sites/texts";
import { dateTime } from "../formats";
import type { Column } from "../table/column";
import { Act } from "../ui/confirm";
import { CopyField } from "../ui/copy-field";
import { EmptyText } from "../ui/empty-text";
import { Notice } from "../ui/notice";
import { allActs } from "../table/acts";
import { ConfirmSubmit, RowActs } from "../table/row-acts";
import { Table } from "../table/table";
import { secretActs } from "./acts";

type Secret = { id: number; hint: string; createdAt: string; lastUsedAt: string | null };

type Props = {
  secrets: readonly Secret[];
  mayHaveMore: boolean;
  /** The response of the previous action: a newly created secret. */
  made: unknown;
  /** Shown unless the screen has complete addresses. */
  postbackUrl?: string;
  action: string;
  formId: string;
};

const named = (hint: string) => `…${hint}`;

/** The name of a secret of a site, or that of the site if it has no such secret. */
export function secretName(
  { sitename, secrets = [] }: { sitename: string; secrets?: readonly { id: number; hint: string }[] },
  id: string | undefined,
): string {
  const secret = secrets.find((one) => String(one.id) === id);
  return secret ? `${sitename}: ${named(secret.hint)}` : sitename;
}

const columnsOf = (action: string): Column<Secret>[] => [
  { key: "hint", label: texts.secret, head: true, cell: ({ hint }) => named(hint) },
  {
    key: "lastUsedAt",
    label: texts.lastUsed,
    nowrap: true,
    cell: ({ lastUsedAt: at }) => (at ? dateTime(at) : texts.never),
  },
  { key: "createdAt", label: texts.created, nowrap: true, cell: ({ createdAt }) => dateTime(createdAt) },
  {
    key: "actions",
    label: "Actions",
    acts: true,
    cell: ({ id, hint }) => <RowActs action={action} id={id} of={named(hint)} acts={allActs(secretActs)} />,
  },
];

const isSecret = (value: unknown): value is { secret: string } =>
  typeof value === "object" && value !== null && "secret" in value;

/** The secrets a site uses to report: created, shown once and revoked here. */
export function SiteSecrets({ secrets, mayHaveMore, made: revealed, postbackUrl, action, formId }: Props) {
  return (
    <section className="card" aria-labelledby="secrets">
      <h2 id="secrets">{texts.heading}</h2>
      {isSecret(revealed) && (
        <Notice>
          <div className="stack">
            <p role="status">{texts.shownOnce}</p>
            <CopyField id="made-secret" value={revealed.secret} label={texts.secret} />
          </div>
        </Notice>
      )}
      <p>{texts.intro}</p>
      {postbackUrl && (
        <p className="note">
          {texts.address} <code>{`${postbackUrl}?clickid=…&event=sale&secret=…`}</code>
        </p>
      )}
      <ConfirmSubmit action={action}>
        <Table
          caption={texts.heading}
          captionHidden
          columns={columnsOf(action)}
          rows={secrets}
          empty={<EmptyText brief text={texts.none} />}
        />
      </ConfirmSubmit>
      <div className="acts">
        <Act
          act={{ intent: "make-secret", label: texts.make, disabled: !mayHaveMore }}
          fields={[["formId", formId]]}
          action={action}
          standing
        />
        {!mayHaveMore && <p className="note">{texts.full}</p>}
      </div>
    </section>
  );
}
