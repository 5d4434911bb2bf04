import { typeActs, typeDeletion } from "~/components/types/acts";
import { types as texts } from "~/components/types/texts";
import { pageTitle } from "~/components/frame/page-title";
import { types } from "~/gate.server";
import { confirmLoader } from "~/http/forms/confirm.server";

export const loader = confirmLoader(typeActs, {
  queries: { form: types.editScreen },
  about: ({ form: { site, type, used } }) => ({
    names: [`${site.sitename}: ${type.typename}`],
    ...typeDeletion(used),
  }),
  record: ({ form }) => [["name", form.type.typename]],
});
export const meta = pageTitle<typeof loader>(
  texts.updateHeading,
  ({ form, confirmation }) => `${form.type.typename}. ${confirmation.heading}`,
);
export { ConfirmScreen as default } from "~/components/table/confirm-screen";
