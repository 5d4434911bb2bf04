import { z } from "zod";
import { officesVisible } from "../accounts";
import { Flag, Id, OptionalField, Version } from "../kernel/operation/input";
import { Money, Points } from "../kernel/text/money";
import { type Call, command } from "../kernel/operation/operation";
import { invalid, noSuch } from "../kernel/operation/refusal";
import { type Actor, atLeast } from "../kernel/operation/roles";
import { sql } from "../kernel/database/sql";
import { requireVersion } from "../kernel/database/records";
import { requireOffice } from "../offices";
import { lockTypes, Reason, requireType, writeOfficePrice } from "../types";
import { Fee, type FeeRow, findFees } from "./fee-rows";

/** The amounts of a row; each can be left out. A link without a bonus has none of the last three. */
export const AmountsInput = z.object({
  payout: OptionalField(Money),
  earning: OptionalField(Money),
  lpp: OptionalField(Points),
  bonusPayout: OptionalField(Money.nullable()),
  bonusEarning: OptionalField(Money.nullable()),
  bonusLpp: OptionalField(Points.nullable()),
});
export type AmountsInput = z.output<typeof AmountsInput>;

/**
 * Saves an office's payment for a link, as a new version of its price. Amounts that are left out keep their value.
 * Without the flag the link's defaults apply, and the office's own amounts are kept until it is set again.
 */
export const save = command({
  name: "fees.save",
  does: "change custom payments of offices",
  allow: atLeast("superadmin"),
  type: "UPDATE",
  input: z.object({
    ...{ typeId: Id, companyId: Id, enable: OptionalField(Flag), ...AmountsInput.shape },
    ...{ reason: Reason, version: Version },
  }),
  output: Fee,
  current: ({ actor }, { typeId, companyId }) => findFee(actor, typeId, companyId),
  audited: (_call, { typeId, companyId }) =>
    sql`SELECT 'price', id::text FROM prices WHERE type_id = ${typeId} AND company_id = ${companyId}`,
  async run(call, { typeId, companyId, version, enable, reason, ...amounts }) {
    await requireType(call.actor, typeId);
    await requireOffice(call.actor, companyId);
    await lockTypes({ id: typeId });
    const before = await findFee(call.actor, typeId, companyId);
    requireVersion(version, before);
    requireBonus(before, amounts);
    await writeFee(call, before, { enable, ...amounts }, reason);
    return findFee(call.actor, typeId, companyId);
  },
});

/** A bonus that the link pays cannot be emptied. For a link without a bonus, nothing is checked. */
function requireBonus({ bonusPayout }: Fee, amounts: AmountsInput): void {
  const empty = Object.entries(amounts).flatMap(([name, value]) => (value === null ? [name] : []));
  if (bonusPayout === null || empty.length === 0) return;
  throw invalid(Object.fromEntries(empty.map((name) => [name, ["Please fill in this field."]])));
}

/** The row of the list that is saved. */
async function findFee(actor: Actor, typeId: number, companyId: number): Promise<FeeRow> {
  const [fee] = await findFees(sql`types.id = ${typeId} AND offices.id = ${companyId} AND ${officesVisible(actor)}`);
  if (!fee) throw noSuch("fee");
  return fee;
}

/** Without the flag, only the flag is written: amounts sent with it are the defaults. */
export async function writeFee(
  call: Call,
  before: Fee,
  { enable = before.enable, ...amounts }: AmountsInput & { enable?: boolean | undefined },
  reason?: string,
): Promise<void> {
  const { typeId, companyId } = before;
  const changes = enable ? Object.entries(amounts).filter(([name, value]) => differs(before, name, value)) : [];
  if (enable === before.enable && changes.length === 0) return;
  await writeOfficePrice(call, { typeId, companyId }, { enabled: enable, ...Object.fromEntries(changes) }, { reason });
}

/** When a row becomes custom, all amounts sent are written, because older amounts of the office may still be stored. */
const differs = (fee: Fee, name: string, value: unknown): boolean =>
  value !== undefined &&
  value !== null &&
  (!name.startsWith("bonus") || fee.bonusPayout !== null) &&
  (!fee.enable || value !== fee[name as keyof Fee]);
