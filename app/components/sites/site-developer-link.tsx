import { Select } from "../form/choices";
import { criteria } from "../form/criteria";
import { Hidden } from "../form/hidden";
import { dateTime } from "../formats";
import { Dated } from "../ui/line-breaks";
import { actOf } from "../table/acts";
import { Act } from "../ui/confirm";
import { CopyField } from "../ui/copy-field";
import { Notice } from "../ui/notice";
import { developerLinkActs } from "./acts";
import { siteDeveloperLink as texts } from "./postback-texts";

type Link = { id: number; createdAt: string; expiresAt: string; lastUsedAt: string | null; hasEnded: boolean };

type Props = {
  link: Link | null;
  /** Allowed lifetimes of a new link, in days. */
  lifetimes: readonly number[];
  /** The response of the previous action: a newly created link. */
  made: unknown;
  action: string;
  formId: string;
};

const isLink = (value: unknown): value is { url: string } =>
  typeof value === "object" && value !== null && "url" in value;

/** The link to the public page for the site's developers: created, shown once, replaced and revoked here. */
export function SiteDeveloperLink({ link, lifetimes, made: revealed, action, formId }: Props) {
  return (
    <section className="card" aria-labelledby="developers">
      <h2 id="developers">{texts.heading}</h2>
      {isLink(revealed) && (
        <Notice>
          <div className="stack">
            <p role="status">{texts.shownOnce}</p>
            <CopyField id="made-link" value={revealed.url} label={texts.label} />
          </div>
        </Notice>
      )}
      <p>{texts.intro}</p>
      <p>{link ? <Dated text={stateOf(link)} /> : texts.none}</p>
      {link ? (
        <div className="acts">
          <Act
            act={actOf(developerLinkActs, "make-link")}
            fields={[
              ["formId", formId],
              ["ids", String(link.id)],
            ]}
            action={action}
            standing
          />
          <Act
            act={actOf(developerLinkActs, "revoke-link")}
            fields={[["ids", String(link.id)]]}
            action={action}
            standing
          />
        </div>
      ) : (
        <NewLink {...{ lifetimes, action, formId }} />
      )}
    </section>
  );
}

function stateOf({ createdAt, expiresAt, lastUsedAt, hasEnded }: Link): string {
  const ends = dateTime(expiresAt);
  const state = hasEnded ? texts.ended(ends) : texts.active(dateTime(createdAt), ends);
  return `${state} ${lastUsedAt ? texts.opened(dateTime(lastUsedAt)) : texts.unopened}`;
}

/** A link that replaces one lives as long as that was to live, so only the first one asks. */
function NewLink({ lifetimes, action, formId }: Pick<Props, "lifetimes" | "action" | "formId">) {
  const field = criteria({ values: { days: 90 }, errors: {} });
  return (
    <form className="form" method="post" action={action}>
      <Hidden
        fields={[
          ["intent", "make-link"],
          ["formId", formId],
        ]}
      />
      <Select
        field={field("days")}
        label={texts.days}
        choices={lifetimes.map((days) => ({ value: days, label: texts.lifetime(days) }))}
      />
      <div className="acts">
        <button>{texts.make}</button>
      </div>
    </form>
  );
}
