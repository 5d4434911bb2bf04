import { z } from "zod";
import { Alert } from "~models";
import { auditKey } from "../kernel/operation/audit";
import { requireVersion } from "../kernel/database/records";
import { Flag, OptionalField, Nothing, Version } from "../kernel/operation/input";
import { command, query } from "../kernel/operation/operation";
import { atLeast } from "../kernel/operation/roles";
import { Html, displayHtml } from "../kernel/operation/html";

type ShownAlert = Pick<Alert, "enable" | "html" | "version">;

/** The alert for everyone, read in the current transaction. */
const readAlert = async (): Promise<ShownAlert> => toOutput((await Alert.findByPk(1)) ?? Alert.build());

const toOutput = async ({ enable, html, version }: Alert): Promise<ShownAlert> => ({
  enable,
  html: await displayHtml(html),
  version,
});

/** The alert for everyone, for editing. */
export const edit = query({
  name: "alerts.edit",
  does: "edit the alert",
  allow: atLeast("superadmin"),
  input: Nothing,
  output: z.object({ enable: z.boolean(), html: z.string(), version: z.int() }),
  run: () => readAlert(),
});

/** The last saved alert for everyone, enabled or not. */
export const last = query({
  name: "alerts.last",
  does: "edit the alert",
  allow: atLeast("superadmin"),
  input: Nothing,
  output: z.object({ enable: z.boolean(), html: z.string() }),
  run: () => readAlert(),
});

/** Saves the alert for everyone and whether it is shown. A disabled alert keeps its text. */
export const save = command({
  name: "alerts.save",
  does: "edit the alert",
  allow: atLeast("superadmin"),
  type: "UPDATE",
  input: z.object({ enable: Flag, html: OptionalField(Html), version: Version }),
  output: z.object({ enable: z.boolean(), html: z.string() }),
  current: () => readAlert(),
  audited: () => auditKey("alert", 1),
  async run({ changed }, { enable, html: newHtml, version }) {
    await Alert.bulkCreate([{}], { ignoreDuplicates: true });
    const alert = await Alert.findByPk(1, { lock: true, rejectOnEmpty: true });
    requireVersion(version, alert);
    const { version: _, ...before } = await toOutput(alert);
    const html = newHtml ?? before.html;
    if (enable === before.enable && html === before.html) return { enable, html };
    await alert.update({ enable, html });
    changed({ record: "alert", id: 1, before, after: { enable, html } });
    return { enable, html };
  },
});
