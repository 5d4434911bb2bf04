/** Accounts whose password somebody else set and so knows. Which of the present ones do is not known. */
export const firstPasswords = `
ALTER TABLE accounts ADD COLUMN password_set_by_other boolean NOT NULL DEFAULT false;
`;
