/**
 * An act on records of one kind, by its intent: what its buttons, questions and notices say, what it changes, and who
 * may. The button of a row, the one for selected rows, the confirmation, the post and the notice all follow from it.
 */
export type ActDefinition<Row = never> = {
  label: string;
  /** The label of its button for selected rows. Without it there is none. */
  bulk?: string;
  tip?: string;
  danger?: boolean;
  /** The question before it, which may name the record. Without it the act runs immediately. */
  ask?: string | ((name: string) => string);
  /** The question before it on several records, if it differs. */
  askSelected?: string;
  /** The confirmation is a page with scripts, too, because it shows more than a question. */
  page?: boolean;
  /** Asks for a reason, which is optional; with a text as its hint it is required, and the confirmation always a page. */
  reason?: boolean | string;
  /** Below the question. */
  note?: string;
  /** The input that it adds to the ids. */
  change?: Readonly<Record<string, unknown>>;
  undo?: {
    /** The inverse act. */
    by: string;
    /** The notice after this act; the record's name is before it. */
    done: string;
    /** The inverse asks first, because it changes more than this act did. */
    asks?: boolean;
    /** Further input of the inverse, so that it changes no more than this act did. */
    gives?: Readonly<Record<string, string>>;
  };
  /** The ability that it needs. */
  can?: string;
  /** A condition on the record, besides that its change has to change something. */
  when?: (row: Row) => boolean;
};

/** The acts on records of one kind, in the order of their buttons, by intent. */
export type Acts<Row = never> = Readonly<Record<string, ActDefinition<Row>>>;

/** An act as a button: on one record, or on the selected ones. */
export type OfferedAct = Omit<ActDefinition, "when"> & {
  intent: string;
  disabled?: boolean;
  /** Why it is not possible on this record. Replaces the question; OK is the only button. */
  impossible?: string;
  /** HTML in place of the note in the dialog; its named fields are sent, too. */
  html?: string;
};

/** One act of a kind as a button. `more` is what depends on the record. */
export const actOf = <A extends Acts>(acts: A, intent: keyof A & string, more: Partial<OfferedAct> = {}): OfferedAct =>
  Object.assign({ intent }, acts[intent], more);

/** All acts of a kind as buttons. */
export const allActs = (acts: Acts): OfferedAct[] => Object.keys(acts).map((intent) => actOf(acts, intent));

/** The acts that are possible on a record. `can` may be left out where the whole screen needs the ability. */
export const possibleActs = <Row extends object>(
  acts: Acts<Row>,
  row: Row,
  can?: Readonly<Record<string, unknown>>,
): OfferedAct[] =>
  Object.entries(acts)
    .filter(([, { can: ability, when }]) => !(can && ability && !can[ability]) && (!when || when(row)))
    .filter(([, { change = {} }]) =>
      Object.entries(change).every(([name, value]) => !(name in row) || row[name as keyof Row] !== value),
    )
    .map(([intent, definition]) => ({ intent, ...definition }));

export const questionOf = ({ ask }: Pick<ActDefinition, "ask">, name: string): string | undefined =>
  typeof ask === "function" ? ask(name) : ask;

/** The question itself, and what follows it: "Delete this view? Its feed ends." */
export function questionIn(text: string): [question: string, consequence: string] {
  const end = text.indexOf("? ") + 1 || text.length;
  return [text.slice(0, end), text.slice(end + 1)];
}

export const opensPage = ({ page, reason }: OfferedAct): boolean => page === true || typeof reason === "string";

/** The question of the dialog before an act on one record. Undefined if the act runs immediately or opens a page. */
export const dialogOf = (act: OfferedAct, name: string): string | undefined =>
  opensPage(act) ? undefined : (act.impossible ?? questionOf(act, name));

/** An act that <row-act> shows on a row before the server has done it. */
export type InstantAct = { label: string; tip?: string; change: object; undo: string; done: string };

/** The acts that can be undone, for <row-act>. */
export const instantActs = (acts: Acts): Record<string, InstantAct> =>
  Object.fromEntries(
    Object.entries(acts).flatMap(([intent, { label, tip, change = {}, undo }]) =>
      undo ? [[intent, { label, tip, change, undo: undo.by, done: undo.done }]] : [],
    ),
  );
