import { z } from "zod";
import { Alert } from "~models";
import { Html } from "../kernel/text/html";
import { Flag, Kept, Version } from "../kernel/operation/input";
import { command } from "../kernel/operation/operation";
import { atLeast } from "../kernel/operation/roles";
import { requireVersion } from "../kernel/database/record-version";
import { shown, stored } from "./stored";

/** Saves the alert for everyone and whether it is shown. A disabled alert keeps its text. */
export const save = command({
  name: "alerts.save",
  does: "edit the alert",
  allow: atLeast("superadmin"),
  input: z.object({ enable: Flag, html: Kept(Html), version: Version }),
  output: z.object({ enable: z.boolean(), html: z.string() }),
  current: () => stored(),
  async run({ changed }, { enable, html: given, version }) {
    await Alert.bulkCreate([{}], { ignoreDuplicates: true });
    const alert = await Alert.findByPk(1, { lock: true, rejectOnEmpty: true });
    requireVersion(version, alert);
    const { version: _, ...before } = shown(alert);
    const html = given ?? before.html;
    if (enable === before.enable && html === before.html) return { enable, html };
    await alert.update({ enable, html });
    changed({ record: "alert", id: 1, before, after: { enable, html } });
    return { enable, html };
  },
});
