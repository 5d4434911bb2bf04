import { developerLinkActs, secretActs } from "~/components/sites/acts";
import { secretName } from "~/components/sites/site-secrets";
import { sitePostback as texts } from "~/components/sites/postback-texts";
import { confirmTitle } from "~/components/table/confirm-screen";
import { sites } from "~/gate.server";
import { confirmLoader } from "~/http/forms/confirm.server";

export const loader = confirmLoader(
  { ...secretActs, ...developerLinkActs },
  {
    queries: { form: sites.editScreen },
    about: ({ form: { site } }, intent, [id]) => ({
      names: [intent === "revoke" ? secretName(site, id) : site.sitename],
    }),
  },
);
export const meta = confirmTitle(texts.title);
export { ConfirmScreen as default } from "~/components/table/confirm-screen";
