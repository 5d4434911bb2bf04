/**
 * First number of the advisory locks of pay periods; the second is the period's id. Whoever books into a period or says
 * how it is paid takes the shared lock before he reads whether it is open, closing takes the exclusive one: nothing slips
 * into a period as it closes.
 */
export const PAY_PERIOD = 7_320_001;
