import { literal, Op, Transaction } from "sequelize";
import { z } from "zod";
import { Account, SavedView } from "~models";
import { findOneVisible, mailAddressOf } from "../accounts";
import { saveVersioned } from "../kernel/database/records";
import { auditKey, difference } from "../kernel/operation/audit";
import { Deleted, Flag, Id, OptionalField, Required, Text, Verbatim, Version } from "../kernel/operation/input";
import { command } from "../kernel/operation/operation";
import { conflict, invalid } from "../kernel/operation/refusal";
import { type Actor, atLeast, hasRole } from "../kernel/operation/roles";
import { periodToMail } from "./mail-periods";
import { screenAt } from "./screens";
import { storedQuery } from "./view-query";
import { findView, ViewMail, ViewOutput } from "./view";

/** Largest number of views of an account. */
const MAX_VIEWS = 100;

const Name = Required(64);
const Path = Text(100);
const During = Text(20)
  .optional()
  .describe(
    "A named range, such as `yesterday`, in place of the days in `query`. `latest` leaves them out, `fixed` keeps them.",
  );
/** Longer than what is stored: the reader's place is left out. */
const Query = Verbatim(8_000).overwrite((text) => text.replace(/^\?/, ""));

type Choices = { screen: string; shared: boolean; mail: z.output<typeof ViewMail> };

/** Throws 422 for what the account cannot have. `before` are the choices of a saved view, which stay possible. */
async function requireChoices(actor: Actor, { screen, shared, mail }: Choices, before?: Choices): Promise<void> {
  if (shared && !before?.shared && !hasRole(actor, "company"))
    throw invalid({ shared: ["Only managers and admins can share a view."] });
  if (mail === "none" || mail === before?.mail) return;
  if (!screenAt(screen)?.exports) throw invalid({ mail: ["This screen has no export, so it cannot be mailed."] });
  if ((await mailAddressOf(actor.accountId)) === "")
    throw invalid({ mail: ["Please enter an e-mail address in your profile first."] });
}

/** An account has one start screen. Its row is locked, so that two saves at once do not make two. */
async function lockOwner(actor: Actor): Promise<void> {
  await Account.findByPk(actor.accountId, { attributes: ["id"], lock: Transaction.LOCK.NO_KEY_UPDATE });
}

const endOtherStarts = ({ accountId }: Actor, id: number) =>
  SavedView.update(
    { isStart: false, version: literal("version + 1") },
    { where: { accountId, isStart: true, id: { [Op.ne]: id } } },
  );

/** Saves a list, log or report with its filters, columns, order and grouping. */
export const create = command({
  name: "views.create",
  does: "save views",
  allow: atLeast("agent"),
  type: "CREATE",
  input: z.object({
    name: Name,
    screen: Path,
    query: Query.default(""),
    during: During,
    shared: Flag.default(false),
    isStart: Flag.default(false),
    mail: ViewMail.default("none"),
  }),
  output: ViewOutput,
  async run({ actor, changed }, { query: text, during, ...fields }) {
    const { accountId } = actor;
    const query = storedQuery(actor, fields.screen, text, during);
    await requireChoices(actor, fields);
    await lockOwner(actor);
    if ((await SavedView.count({ where: { accountId } })) >= MAX_VIEWS)
      throw conflict(`You have ${MAX_VIEWS} views. Please delete one of them first.`);
    if (fields.isStart) await endOtherStarts(actor, 0);
    const view = await SavedView.create({ ...fields, accountId, query, mailedFor: periodToMail(fields.mail) });
    changed({ record: "view", id: view.id, before: null, after: { ...fields, query } });
    return findView(actor, view.id);
  },
});

/** Saves one's own view. Fields that are left out keep their value. Mails begin with the next period. */
export const update = command({
  name: "views.update",
  does: "change views",
  allow: atLeast("agent"),
  type: "UPDATE",
  input: z.object({
    id: Id,
    name: OptionalField(Name),
    screen: OptionalField(Path),
    query: OptionalField(Query),
    during: During,
    shared: OptionalField(Flag),
    isStart: OptionalField(Flag),
    mail: OptionalField(ViewMail),
    version: Version,
  }),
  output: ViewOutput,
  current: ({ actor }, { id }) => findView(actor, id),
  audited: (_call, { id }) => auditKey("view", id),
  async run({ actor, changed }, { id, version, query: text, during, ...fields }) {
    await lockOwner(actor);
    const view = await findOneVisible(SavedView, actor, id, { lock: true });
    const before = auditedFields(view);
    const after = { ...before, ...definedOf(fields) };
    const isMoved = text !== undefined || during !== undefined || after.screen !== before.screen;
    const query = isMoved ? storedQuery(actor, after.screen, text ?? before.query, during) : before.query;
    await requireChoices(actor, after, before);
    if (after.isStart && !before.isStart) await endOtherStarts(actor, id);
    const mailedFor = after.mail === before.mail ? view.mailedFor : periodToMail(after.mail);
    await saveVersioned(view, version, { ...fields, query, mailedFor });
    const changes = difference(before, auditedFields(view));
    if (changes) changed({ record: "view", id, ...changes });
    return findView(actor, id);
  },
});

const definedOf = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };

const auditedFields = ({ name, screen, query, shared, isStart, mail }: SavedView) => ({
  ...{ name, screen, query, shared, isStart, mail },
});

/** Ends the mails of one's own view. */
export const stopMail = command({
  name: "views.stopMail",
  does: "change views",
  allow: atLeast("agent"),
  type: "UPDATE",
  input: z.object({ id: Id }),
  output: z.object({}),
  async run({ actor, changed }, { id }) {
    const view = await findOneVisible(SavedView, actor, id, { lock: true });
    const before = { mail: view.mail };
    await saveVersioned(view, undefined, { mail: "none", mailedFor: null });
    changed({ record: "view", id, before, after: { mail: "none" } });
    return {};
  },
});

/** Deletes one's own view with its feed. */
export const remove = command({
  name: "views.remove",
  does: "delete views",
  allow: atLeast("agent"),
  type: "DELETE",
  input: z.object({ id: Id }),
  output: Deleted,
  async run({ actor, changed }, { id }) {
    const view = await findOneVisible(SavedView, actor, id, { lock: true });
    await view.destroy();
    changed({ record: "view", id, before: auditedFields(view), after: null });
    return { deleted: 1 };
  },
});
