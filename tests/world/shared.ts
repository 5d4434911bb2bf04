/** Shared by every test, every server of a test and the demo template: sealed values of one open in the other. */
export const SECRETS = {
  SESSION_SECRET: "a-session-secret-for-tests-only-42",
  DATA_KEY: "a-data-key-for-tests-only-32-signs",
};

/** The folder of the test server and of everything that tests write. */
export const TEST_DATA = ".data/test";

/** The password of every account that a builder makes. */
export const PASSWORD = "a-good-password";
