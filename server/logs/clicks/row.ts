import { z } from "zod";
import { abilities } from "../../accounts";
import { isoTime } from "../../kernel/periods";
import type { Actor } from "../../kernel/operation/roles";
import { classNames } from "../../tracking";
import { compileTarget, type Target } from "../../types";
import { namesFor } from "../reader/names";
import type { ClickFound } from "./kind";

/** A click (CLICK-09) with its class. */
export const ClickRow = z.object({
  id: z.string(),
  /** The same as `id`, under the name that sale rows and postbacks use. */
  clickId: z.string(),
  companyId: z.int(),
  officeName: z.string().optional(),
  agentId: z.int(),
  agentUsername: z.string().optional(),
  siteId: z.int(),
  sitename: z.string(),
  typeId: z.int(),
  typename: z.string(),
  url: z.string(),
  clickTime: z.string(),
  fromIp: z.string().nullable().optional(),
  uniques: z.int().optional(),
  referer: z.string().nullable().optional(),
  class: z.enum(classNames),
});
export type ClickRow = z.output<typeof ClickRow>;

/** Rows as this account may see them. `url` is the link's current redirect target, filled with the click's values. */
export function clickRows(actor: Actor, found: readonly ClickFound[]): ClickRow[] {
  const can = abilities(actor);
  const targets = new Map<number, Target>();
  return found.map((click) => {
    const { officeName, agentUsername, fromIp, unique, referer } = click;
    const target = targets.get(click.typeId) ?? targetOf(click);
    targets.set(click.typeId, target);
    return {
      ...{
        id: click.id,
        clickId: click.id,
        companyId: click.companyId,
        agentId: click.agentId,
        siteId: click.siteId,
        typeId: click.typeId,
      },
      ...namesFor(actor, { officeName }, { agentUsername }),
      sitename: click.sitename,
      typename: click.typename,
      url: target(fillingOf(click)),
      clickTime: isoTime(click.clickTime),
      ...(can.seeIp ? { fromIp, uniques: Number(unique) } : {}),
      ...(can.seeReferrer ? { referer } : {}),
      class: classNames[click.class] ?? "ok",
    };
  });
}

/** A target URL that does not compile is shown unchanged. */
function targetOf({ target, clickParam }: ClickFound): Target {
  try {
    return compileTarget(target, clickParam);
  } catch {
    return () => target;
  }
}

const fillingOf = ({ id, agentId, companyId, siteId, typeId, ch, geo, subs }: ClickFound) => ({
  ...{ clickid: id, agentid: agentId, officeid: companyId, siteid: siteId, typeid: typeId },
  ...{ ch, geo, subs },
});
