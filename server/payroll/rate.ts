import { z } from "zod";

const EXAMPLE = "Please enter the pesos of one dollar, for example 56.25.";
const LARGEST = 999_999.999999;
const DECIMALS = 6;

/** Input of a rate in pesos per dollar: above 0, with at most six decimals. */
export const Rate = z
  .number({ error: EXAMPLE })
  .min(10 ** -DECIMALS, { error: "Please enter a rate above 0.", abort: true })
  .max(LARGEST, { error: `Please enter a rate of at most ${LARGEST}.`, abort: true })
  .refine((rate) => Number(rate.toFixed(DECIMALS)) === rate, { error: "Please use at most six decimals." });
