import { dateTime } from "../formats";
import { Dated } from "../ui/line-breaks";
import { actOf } from "../table/acts";
import { Act } from "../ui/confirm";
import { CopyField } from "../ui/copy-field";
import { Notice } from "../ui/notice";
import { developerLinkActs } from "./acts";
import { siteDeveloperLink as texts } from "./postback-texts";

type Props = {
  link: { id: number; createdAt: string } | null;
  /** The response of the previous action: a newly created link. */
  made: unknown;
  action: string;
  formId: string;
};

const isLink = (value: unknown): value is { url: string } =>
  typeof value === "object" && value !== null && "url" in value;

/** The link to the public page for the site's developers: created, shown once, replaced and revoked here. */
export function SiteDeveloperLink({ link, made: revealed, action, formId }: Props) {
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
      <p>{link ? <Dated text={`${texts.active} ${dateTime(link.createdAt)}.`} /> : texts.none}</p>
      <div className="acts">
        <Act
          act={link ? actOf(developerLinkActs, "make-link") : { intent: "make-link", label: texts.make }}
          fields={[
            ["formId", formId],
            ["ids", String(link?.id ?? 0)],
          ]}
          action={action}
          standing
        />
        {link && (
          <Act
            act={actOf(developerLinkActs, "revoke-link")}
            fields={[["ids", String(link.id)]]}
            action={action}
            standing
          />
        )}
      </div>
    </section>
  );
}
