import { useLoaderData, useLocation } from "@remix-run/react";
import { ScreenHead } from "~/components/frame/screen-head";
import { pageTitle } from "~/components/frame/page-title";
import { linkName } from "~/components/links/links-table";
import { QrPicture } from "~/components/links/qr-picture";
import { CopyField } from "~/components/ui/copy-field";
import { links } from "~/gate.server";
import { screen } from "~/http/screen.server";
import { links as texts } from "~/texts";

export const loader = screen({ qr: links.qrScreen });
export const meta = pageTitle(texts.qr);

/** The QR code of one link, to scan, copy or print. */
export default function LinkQr() {
  const { qr, can } = useLoaderData<typeof loader>();
  const list = new URLSearchParams(useLocation().search);
  for (const name of ["typeId", "linkFormat"]) list.delete(name);
  const name = linkName(qr);
  const title = `${qr.sitename}: ${qr.typename} (${qr.linkFormat})`;
  return (
    <>
      <ScreenHead
        title={can.chooseAgent ? `${title}, ${qr.agent}` : title}
        list={{ to: `/app/links/links?${list}`, label: texts.codesHeading }}
      />
      <section className="card form">
        <QrPicture path={qr.path} size={qr.size} label={`${texts.qr} ${name}`} />
        <p className="hint">{texts.qrHint}</p>
        <CopyField id="link" value={qr.link} label={name} whole />
      </section>
    </>
  );
}
