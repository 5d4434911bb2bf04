/** While the database has not taken over what came in without it. */
export const spoolNote = "Some clicks and sales are not counted yet. Nothing is lost; they are being loaded.";
