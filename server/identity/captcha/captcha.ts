import { z } from "zod";
import { Nothing } from "../../kernel/operation/input";
import { query } from "../../kernel/operation/operation";
import { anyone } from "../../kernel/operation/roles";
import { newCaptcha } from "./check";

/** A captcha image and its check value, valid for ten minutes and one try. */
export const captcha = query({
  name: "captcha",
  does: "get a captcha",
  allow: anyone,
  input: Nothing,
  output: z.object({ image: z.string(), check: z.string() }),
  // Runs outside of the transaction, so that no connection waits for the image.
  before: newCaptcha,
  run: (_call, _input, captcha) => Promise.resolve(captcha),
});
