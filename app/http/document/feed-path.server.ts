import { headerRefs, LIMIT_HEADERS } from "./responses.server";
import type { Json } from "./schemas.server";

const csv = { schema: { type: "string" }, example: "No.,Agent,Raws\n1,nightjar,120\nOverall Total,,120\n" };
const refusals = { "403": "FORBIDDEN", "404": "NOT_FOUND", "422": "VALIDATION_ERROR", "429": "TOO_MANY_REQUESTS" };

/** The OpenAPI entry of feeds, by hand: the token in the address identifies the account, and the answer is a file. */
export const feedPath: Record<string, Json> = {
  "/api/feeds/{token}.csv": {
    get: {
      operationId: "views.feed",
      summary: "read a feed",
      description:
        "The CSV of a view, as its owner may see it now, for programs that cannot send a token. Its address is made by " +
        "`POST views/{id}/feed` and answers for a year. It ends with the view, and when its owner is suspended, gets " +
        "another role or changes their password.",
      security: [],
      tags: ["views"],
      parameters: [
        {
          ...{ name: "token", in: "path", required: true, description: "The token of the feed." },
          ...{ schema: { type: "string" }, example: "feed_abc" },
        },
      ],
      responses: {
        "200": { description: "The rows", headers: headerRefs(...LIMIT_HEADERS), content: { "text/csv": csv } },
        ...Object.fromEntries(
          Object.entries(refusals).map(([status, code]) => [status, { $ref: `#/components/responses/${code}` }]),
        ),
      },
    },
  },
};
