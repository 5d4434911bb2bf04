import { openapi } from "~/http/openapi.server";

export const loader = () => Response.json(openapi(), { headers: { "Cache-Control": "no-cache" } });
