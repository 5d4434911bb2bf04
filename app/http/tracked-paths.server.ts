import { postbackPaths } from "./postback-paths.server";
import { parameter, RECEIPT_HEADER } from "./postback-schemas.server";

/**
 * OpenAPI entries of the tracking addresses. They are answered before the app and are not operations, so their entries
 * are written by hand.
 */

/** A page, or JSON for clients that do not accept HTML. */
const refusal = (description: string) => ({
  description,
  content: {
    "text/html": { schema: { type: "string" } },
    "application/json": { schema: { $ref: "#/components/schemas/Refusal" } },
  },
});

const subs = [1, 2, 3, 4, 5].map((n) => parameter(`sub${n}`, "query"));
const redirect = (operationId: string, parameters: object[]) => ({
  operationId,
  summary: "follow a tracked link",
  description:
    "Stores a click and sends the visitor on. Needs no token. Sub IDs are kept with the click. The target's macros are filled in, as `url` of a link describes.",
  security: [],
  tags: ["tracking"],
  parameters: [...parameters, ...subs],
  responses: {
    "302": {
      description: "To the target; the click is stored",
      headers: { ...RECEIPT_HEADER, Location: { description: "The target.", schema: { type: "string" } } },
    },
    "404": refusal("No such link"),
    "405": refusal("Neither GET nor HEAD"),
    "410": refusal("The link is suspended"),
    "414": refusal("The address is too long"),
    "503": refusal("Not stored; try again after Retry-After"),
  },
});

const id = { type: "integer", minimum: 1 };

export const trackedPaths = {
  "/api/l/{code}": {
    get: redirect("tracking.encodedLink", [
      parameter("code", "path", { type: "string", description: "The code of an encoded link." }),
    ]),
  },
  "/api/links/go/{siteId}/{typeId}/{agentId}": {
    get: redirect(
      "tracking.directLink",
      ["siteId", "typeId", "agentId"].map((name) => parameter(name, "path", id)),
    ),
  },
  ...postbackPaths,
};
