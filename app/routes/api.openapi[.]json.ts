import { openapi } from "~/http/calls/openapi.server";

export const loader = () => Response.json(openapi(), { headers: { "Cache-Control": "no-cache" } });
