import { dateTime } from "../formats";
import { allActs } from "../table/acts";
import type { Column } from "../table/column";
import { ConfirmSubmit, RowActs } from "../table/row-acts";
import { Table } from "../table/table";
import { Act } from "../ui/confirm";
import { CopyField } from "../ui/copy-field";
import { pixelActs } from "./acts";
import { byImage, byScript } from "./postback-commands";
import { sitePixel as texts } from "./postback-texts";
import { siteSecrets } from "./texts";

type Key = { id: number; key: string; createdAt: string; lastUsedAt: string | null };

type Props = {
  /** Oldest first. */
  keys: readonly Key[];
  mayHaveMore: boolean;
  pixelUrl: string;
  scriptUrl: string;
  action: string;
  formId: string;
};

const columnsOf = (action: string): Column<Key>[] => [
  { key: "key", label: texts.key, head: true, long: true, cell: ({ key }) => key },
  {
    key: "lastUsedAt",
    label: siteSecrets.lastUsed,
    nowrap: true,
    cell: ({ lastUsedAt: at }) => (at ? dateTime(at) : siteSecrets.never),
  },
  { key: "createdAt", label: siteSecrets.created, nowrap: true, cell: ({ createdAt }) => dateTime(createdAt) },
  {
    key: "actions",
    label: "Actions",
    acts: true,
    cell: ({ id, key }) => <RowActs action={action} id={id} of={key} acts={allActs(pixelActs)} />,
  },
];

/** The keys of a site's pixel, and the lines for its pages with the newest one. */
export function SitePixel({ keys, mayHaveMore, pixelUrl, scriptUrl, action, formId }: Props) {
  const newest = keys.at(-1)?.key;
  return (
    <section className="card" aria-labelledby="pixel">
      <h2 id="pixel">{texts.heading}</h2>
      <p>{texts.intro}</p>
      {keys.length > 0 ? (
        <ConfirmSubmit action={action}>
          <Table caption={texts.heading} captionHidden columns={columnsOf(action)} rows={keys} empty="" />
        </ConfirmSubmit>
      ) : (
        <p>
          <b>{texts.none}</b>
        </p>
      )}
      {newest !== undefined && (
        <dl className="stack">
          <div>
            <dt className="note">{texts.script}</dt>
            <dd>
              <CopyField id="pixel-script" whole value={byScript(scriptUrl, newest)} label={texts.script} />
            </dd>
          </div>
          <div>
            <dt className="note">{texts.image}</dt>
            <dd>
              <CopyField id="pixel-image" whole value={byImage(pixelUrl, newest)} label={texts.image} />
            </dd>
          </div>
        </dl>
      )}
      <div className="acts">
        <Act
          act={{ intent: "make-pixel", label: texts.make, disabled: !mayHaveMore }}
          fields={[["formId", formId]]}
          action={action}
          standing
        />
        {!mayHaveMore && <p className="note">{texts.full}</p>}
      </div>
    </section>
  );
}
