import { ownSamples } from "../../server/kernel/process/metrics";

/** The current value of a metric of this process: the sum of its values with these labels. */
export async function figure(name: string, labels: Record<string, string> = {}): Promise<number> {
  const values = (await ownSamples()).find((metric) => metric.name === name)?.values ?? [];
  return values
    .filter((one) => Object.entries(labels).every(([label, value]) => one.labels[label] === value))
    .reduce((sum, { value }) => sum + value, 0);
}
