import { type Along, sites as texts } from "~/components/sites/texts";
import { actOf } from "../table/acts";
import { Act } from "../ui/confirm";
import { siteFormActs } from "./acts";

type Props = {
  site: { id: number; sitename: string };
  /** Path of the site form's screen. */
  action: string;
  /** Whether the account may delete sites: only the designated superadmin may (SITE-10). */
  deletes: boolean;
  /** Counts of the records deleted along with the site; null if the site cannot be deleted. */
  along: Along | null;
};

/** Actions on a site other than saving. Each asks for confirmation. */
export function SiteActs({ site, action, deletes, along }: Props) {
  const shared = { fields: [["ids", site.id]] as const, action, standing: true };
  const loss = along ? { note: texts.along(along) } : { impossible: texts.inUse };
  return (
    <>
      <Act {...shared} act={actOf(siteFormActs, "enable")} />
      {deletes && <Act {...shared} of={site.sitename} act={actOf(siteFormActs, "delete", loss)} />}
    </>
  );
}
