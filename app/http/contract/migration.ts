import { migration as room } from "~/gate.server";
import { calls, guarded } from "../calls";

export const migration = calls({
  "GET accounts/migrate": guarded(room.migrate),
  "GET admins/countToMigrate": room.count,
});
