import { Option } from "~models";
import type { OptionName } from "./known";

/** Whether an option is on at this moment, in the caller's transaction. */
export async function isOn(name: OptionName): Promise<boolean> {
  return (await Option.findByPk(name))?.value === "1";
}
