import { percentChange } from "../formats";

/** A signed change, green above 0, otherwise red. */
export function Growth({ value }: { value: number }) {
  return <span className={value > 0 ? "good" : "bad"}>{percentChange(value)}</span>;
}
