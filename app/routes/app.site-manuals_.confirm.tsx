import { manualActs } from "~/components/manuals/acts";
import { manuals as texts } from "~/components/manuals/texts";
import { confirmTitle } from "~/components/table/confirm-screen";
import { manuals } from "~/gate.server";
import { confirmLoader } from "~/http/forms/confirm.server";
import { singleId } from "~/http/forms/acts.server";

export const loader = confirmLoader(manualActs, {
  queries: { manual: manuals.read },
  about: ({ manual }) => ({ names: [manual.sitename] }),
  prepare: singleId,
});
export const meta = confirmTitle(texts.heading);
export { ConfirmScreen as default } from "~/components/table/confirm-screen";
