import { z } from "zod";
import { command } from "../../kernel/operation/operation";
import { anyone } from "../../kernel/operation/roles";
import { siteOfDevelopers } from "../../sites";
import { storeTest } from "../../tracking";

/** A test takes any text, as a postback does: what is wrong with it is in its answer. */
const Sent = z.string().max(1_000).default("");

/** Sends a test postback of a site from the page for its developers. The link identifies the site. */
export const sendDeveloperTest = command({
  name: "sites.sendDeveloperTest",
  does: "send test postbacks of a site",
  allow: anyone,
  type: "CREATE",
  quiet: true,
  input: z.object({
    token: z.string(),
    ...{ clickid: Sent, event: Sent, status: Sent, txid: Sent, geo: Sent, ts: Sent, amount: Sent, currency: Sent },
  }),
  output: z.object({ receipt: z.string() }),
  secret: ["token"],
  async run({ from }, { token, ...sent }) {
    const { site } = await siteOfDevelopers(token);
    const filled = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== ""));
    return { receipt: await storeTest(site.id, filled, from.ip) };
  },
});
