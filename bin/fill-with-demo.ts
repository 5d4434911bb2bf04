import { closeDatabase } from "../server/kernel/database/transactions";

/** Fills an empty database with the demo company. The seeders are loaded only here, so most starts never read them. */
export async function fillWithDemo(): Promise<void> {
  const [{ seedDemo }, { progressBar }] = await Promise.all([import("../seeders/demo"), import("../seeders/progress")]);
  await seedDemo({ onProgress: progressBar() });
  await closeDatabase();
}
