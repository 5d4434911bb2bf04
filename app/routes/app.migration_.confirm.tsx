import { migrationActs } from "~/components/imports/acts";
import { confirmTitle } from "~/components/table/confirm-screen";
import { migration } from "~/gate.server";
import { confirmLoader } from "~/http/forms/confirm.server";
import { migration as texts } from "~/texts";

export const loader = confirmLoader(migrationActs, {
  queries: { waiting: migration.count },
  about: ({ waiting }) => ({ names: [], note: texts.waiting(waiting.count) }),
  record: () => [],
});
export const meta = confirmTitle(texts.heading);
export { ConfirmScreen as default } from "~/components/table/confirm-screen";
