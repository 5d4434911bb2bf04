/**
 * The kinds of mails that the owner of an account has switched off. Failed sign-ins by a picture have limits of their own.
 */
export const mutedMails = `
ALTER TABLE accounts ADD COLUMN muted_mails text[] NOT NULL DEFAULT '{}';

ALTER TABLE sign_in_failures DROP CONSTRAINT sign_in_failures_act_check,
  ADD CONSTRAINT sign_in_failures_act_check
  CHECK (act IN ('sign-in', 'device', 'forgot', 'reset', 'question', 'picture'));
`;
