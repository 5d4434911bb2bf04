import { siteSetUp as texts } from "./texts";

type Props = {
  site: { id: number; typeCount: number; secrets?: readonly { lastUsedAt: string | null }[] };
  /** Number of offices that sell it. */
  offices: number;
};

/** The steps that are left until a new site can sell and report. Renders nothing once all are done. */
export function SiteSetUp({ site: { id, typeCount, secrets = [] }, offices }: Props) {
  const steps = [
    { key: "link", label: texts.link, to: `/app/sites/${id}/types/create`, done: typeCount > 0 },
    { key: "secret", label: texts.secret, to: `/app/sites/${id}/secrets`, done: secrets.length > 0 },
    {
      key: "offices",
      label: texts.offices,
      to: `/app/sites/edit/${id}/confirm?intent=enable&ids=${id}`,
      done: offices > 0,
    },
    {
      key: "test",
      label: texts.test,
      to: `/app/sites/${id}/secrets`,
      done: secrets.some(({ lastUsedAt }) => lastUsedAt !== null),
    },
  ];
  if (steps.slice(0, 3).every(({ done }) => done)) return null;
  return (
    <section className="stack" aria-labelledby="set-up">
      <h2 id="set-up">{texts.heading}</h2>
      <ol className="steps">
        {steps.map(({ key, label, to, done }) => (
          <li key={key}>{done ? `${label}: ${texts.done}` : <a href={to}>{label}</a>}</li>
        ))}
      </ol>
    </section>
  );
}
