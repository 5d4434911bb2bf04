/** Sign-ins by a question in place of the captcha's picture have a limit of their own. */
export const captchaQuestions = `
ALTER TABLE sign_in_failures DROP CONSTRAINT sign_in_failures_act_check;
ALTER TABLE sign_in_failures ADD CONSTRAINT sign_in_failures_act_check
  CHECK (act IN ('sign-in', 'forgot', 'reset', 'question'));
`;
