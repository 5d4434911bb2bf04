/** A setting, or another condition of the start, that the operator has to change. Its message is one line for them. */
export class SettingError extends Error {}
