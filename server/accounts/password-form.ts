/** The form in which passwords are hashed, whichever characters a keyboard composes them of. */
export const standardForm = (plain: string): string => plain.normalize("NFKC");
