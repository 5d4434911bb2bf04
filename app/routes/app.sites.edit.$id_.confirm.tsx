import { secretActs, siteFormActs } from "~/components/sites/acts";
import { secretName } from "~/components/sites/site-secrets";
import { sites as texts } from "~/components/sites/texts";
import { confirmTitle } from "~/components/table/confirm-screen";
import { sites } from "~/gate.server";
import { confirmLoader } from "~/http/forms/confirm.server";

export const loader = confirmLoader(
  { ...siteFormActs, ...secretActs },
  {
    queries: { form: sites.editScreen },
    about: ({ form: { site, along } }, intent, [id]) => ({
      names: [intent === "revoke" ? secretName(site, id) : site.sitename],
      ...(intent === "delete" && (along ? { note: texts.along(along) } : { impossible: texts.inUse })),
    }),
  },
);
export const meta = confirmTitle(texts.updateHeading);
export { ConfirmScreen as default } from "~/components/table/confirm-screen";
