import { useLoaderData } from "@remix-run/react";
import { officeActs } from "~/components/offices/acts";
import { KeepSuspended } from "~/components/offices/keep-suspended";
import { offices as texts } from "~/components/offices/texts";
import { ConfirmScreen, confirmTitle } from "~/components/table/confirm-screen";
import { offices } from "~/gate.server";
import { confirmLoader } from "~/http/forms/confirm.server";

export const loader = confirmLoader(officeActs, {
  queries: { offices: offices.confirmScreen },
  about: ({ offices: { names } }) => ({ names }),
});
export const meta = confirmTitle(texts.heading);

export default function ConfirmStatus() {
  const { suspendedAlone } = useLoaderData<typeof loader>().offices;
  return <ConfirmScreen>{suspendedAlone > 0 && <KeepSuspended count={suspendedAlone} />}</ConfirmScreen>;
}
