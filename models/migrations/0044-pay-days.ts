/** The number of days after its end on which a half-month is paid. Superadmins change it among the options. */
export const payDays = `
INSERT INTO options (name, value) VALUES ('pay_after_days', '5') ON CONFLICT (name) DO NOTHING;
`;
