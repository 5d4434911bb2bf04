/** Shown while clicks or postbacks in the spool are not yet loaded into the database. */
export const spoolNote = "Some clicks and sales are not counted yet. Nothing is lost; they are being loaded.";
