import type { LoaderFunctionArgs } from "@remix-run/node";
import { unknownPage } from "~/http/unknown-page.server";

export const loader = ({ request }: LoaderFunctionArgs) => unknownPage(request);

/** Never shown: the loader leads away or refuses. */
export default function Unknown() {
  return null;
}
