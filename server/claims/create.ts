import { z } from "zod";
import { Claim } from "~models";
import { findOneVisible } from "../accounts";
import { findSale } from "../doctor";
import { requireVersion } from "../kernel/database/records";
import { auditKey } from "../kernel/operation/audit";
import { DayText, Email, Filter, Id, Lines, Nothing, Text, Version } from "../kernel/operation/input";
import { command, query } from "../kernel/operation/operation";
import { conflict, invalid } from "../kernel/operation/refusal";
import { type Actor, either, hasRole, only } from "../kernel/operation/roles";
import { dayOf } from "../kernel/time";
import { now } from "../kernel/time/now";
import { listSiteOptions, requireSite } from "../sites";
import { ClaimRow } from "./claim";
import { findClaim } from "./one";

export const NOTE_LENGTH = 2_000;
const Note = Lines(NOTE_LENGTH).min(1, "Please fill in this field.");

const claimants = either(only("agent"), only("company"));

/**
 * Claims a sale that is missing. Its events and postbacks are looked up first and kept with the claim. If the sale is found,
 * the claim is answered; otherwise it is open for the manager, or for the admins if a manager made it.
 */
export const create = command({
  name: "claims.create",
  does: "claim sales",
  allow: claimants,
  type: "CREATE",
  countsClicks: true,
  secret: ["customerEmail"],
  input: z.object({
    siteId: Id,
    date: DayText,
    customerEmail: Filter(Email),
    txid: Filter(Text()),
    note: Note,
  }),
  output: ClaimRow,
  async run({ actor, changed }, { siteId, date: day, customerEmail = null, txid = null, note }) {
    if (day > dayOf(now())) throw invalid({ date: ["Please choose today or an earlier day."] });
    await requireSite(actor, siteId);
    const { isFound, answer, evidence } = await findSale(actor, { siteId, day, txid, customerEmail });
    const state = isFound ? "answered" : pendingState(actor);
    const { id } = await Claim.create({
      ...{
        agentId: actor.agentId,
        companyId: actor.companyId ?? 0,
        siteId,
        day,
        customerEmail,
        txid,
        note,
        answer,
        state,
      },
      ...{ createdAt: now(), createdBy: actor.accountId, openedAt: isFound ? null : now() },
      evidence: { events: evidence.events.map(withoutDollars), postbacks: evidence.postbacks },
    });
    changed({ record: "claim", id, before: null, after: { siteId, date: day, txid, state } });
    return findClaim(actor, id);
  },
});

/** Others who read the claim may not see earnings. */
const withoutDollars = <E extends { earning?: number; payout?: number }>({ earning: _, payout: __, ...event }: E) =>
  event;

/** The manager decides on the claims of their agents, admins on those of a manager. */
const pendingState = (actor: Actor) => (hasRole(actor, "company") ? "forwarded" : "open");

/** Opens an answered claim all the same, with a further note of the person who made it. */
export const open = command({
  name: "claims.open",
  does: "claim sales",
  allow: claimants,
  type: "UPDATE",
  input: z.object({ id: Id, note: Note, version: Version }),
  output: ClaimRow,
  current: ({ actor }, { id }) => findClaim(actor, id),
  audited: (_call, { id }) => auditKey("claim", id),
  async run({ actor, changed }, { id, note, version }) {
    const claim = await findOneVisible(Claim, actor, id, { lock: true });
    requireVersion(version, claim);
    if (claim.createdBy !== actor.accountId) throw conflict("Only the person who made the claim can open it.");
    if (claim.state !== "answered") throw conflict("This claim is not answered, so it cannot be opened.");
    const state = pendingState(actor);
    await claim.update({ state, furtherNote: note, openedAt: now() });
    changed({ record: "claim", id, before: { state: "answered" }, after: { state, reason: note } });
    return findClaim(actor, id);
  },
});

/** The choices of the form for a claim: the sites that the account can sell now. */
export const createScreen = query({
  name: "claims.createScreen",
  does: "claim sales",
  allow: claimants,
  input: Nothing,
  output: z.object({ sites: z.array(z.object({ value: z.int(), label: z.string() })) }),
  async run({ actor }) {
    const sites = await listSiteOptions(actor, "onlyAvailable");
    return { sites: sites.map(({ id, sitename }) => ({ value: id, label: sitename })) };
  },
});
