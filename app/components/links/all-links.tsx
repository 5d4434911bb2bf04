import { useLocation } from "@remix-run/react";
import type { links, Output } from "~/gate.server";
import { links as texts } from "~/texts";
import { RowLink } from "../table/row-acts";
import { CopyField } from "../ui/copy-field";
import { Icon } from "../ui/icon";
import { payText } from "./pays";

/** A link of an agent. `id` is the ID of its type. */
type OwnLink = NonNullable<Output<typeof links.allScreen>["links"]>["items"][number];

/** Links to copy and share: the short one at once, the direct one and the QR code below it. */
export const AllLinks = ({ links }: { links: readonly OwnLink[] }) => (
  <ul className="links">
    {links.map((link) => (
      <li key={link.id} className="card">
        <OneLink {...link} />
      </li>
    ))}
  </ul>
);

function OneLink({ id, siteId, sitename, typename, link, direct, pay }: OwnLink) {
  const { search } = useLocation();
  const name = `${sitename} ${typename}`;
  const query = new URLSearchParams(search);
  for (const field of ["search", "page"]) query.delete(field);
  for (const [field, value] of Object.entries({ siteId, typeId: id, linkFormat: "Encoded" }))
    query.set(field, String(value));
  return (
    <>
      <h2>{name}</h2>
      {pay && <p>{payText(pay)}</p>}
      <CopyField id={`link-${id}`} value={link} label={name} end primary share />
      <details className="fold-out">
        <summary>
          {texts.formats}
          <span className="unseen"> {name}</span>
          <Icon name="down" />
        </summary>
        <p className="hint">{texts.short}</p>
        <p className="hint">{texts.direct}</p>
        <CopyField id={`direct-${id}`} value={direct} label={`${name} Direct`} end />
        <RowLink href={`/app/links/links/qr?${query}`} of={name}>
          {texts.qr}
        </RowLink>
      </details>
    </>
  );
}
