import type { LoaderFunctionArgs } from "@remix-run/node";
import { storedImage } from "~/http/stored-image.server";

export const loader = ({ request, params, context }: LoaderFunctionArgs) =>
  storedImage(request, params.name ?? "", context);
