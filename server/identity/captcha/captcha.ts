import { z } from "zod";
import { Nothing } from "../../kernel/input";
import { query } from "../../kernel/operation";
import { anyone } from "../../kernel/roles";
import { newCaptcha } from "./check";

/** A drawing to read and its check, good for ten minutes and one try. */
export const captcha = query({
  name: "captcha",
  does: "get a captcha",
  allow: anyone,
  input: Nothing,
  output: z.object({ image: z.string(), check: z.string() }),
  run: async () => newCaptcha(),
});
