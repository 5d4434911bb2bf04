import { z } from "zod";
import { Nothing } from "../../kernel/input";
import { query } from "../../kernel/operation";
import { anyone } from "../../kernel/roles";
import { newCaptcha } from "./check";

/** A picture to read and its check, good for ten minutes and one try. */
export const captcha = query({
  name: "captcha",
  does: "get a captcha",
  allow: anyone,
  input: Nothing,
  output: z.object({ image: z.string(), check: z.string() }),
  // Outside of the transaction, so that no connection waits for a picture.
  before: newCaptcha,
  run: (_call, _input, captcha) => Promise.resolve(captcha),
});
