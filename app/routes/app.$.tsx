import type { LoaderFunctionArgs } from "@remix-run/node";
import { unknownPage } from "~/http/unknown-page.server";

export const loader = ({ request }: LoaderFunctionArgs) => unknownPage(request);

/** Never rendered: the loader redirects or throws. */
export default function Unknown() {
  return null;
}
