import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { manuals } from "~/gate.server";
import { screen } from "~/http/screen.server";

const manualOf = screen({ manual: manuals.ofSite });

/** Redirects to the form of the site's manual, or to that of a new one. */
export async function loader(args: LoaderFunctionArgs) {
  const { manualId } = (await manualOf(args)).data.manual;
  const create = new URLSearchParams({ siteId: args.params.id ?? "" });
  return redirect(manualId === null ? `/app/site-manuals/create?${create}` : `/app/site-manuals/edit/${manualId}`);
}
