/** What every test, every server of a test and the demo template share: sealed values of one open in the other. */
export const SECRETS = {
  SESSION_SECRET: "a-session-secret-for-tests-only",
  DATA_KEY: "a-data-key-for-tests-only-32-signs",
};

/** Where the test server and everything that tests write have their place. */
export const TEST_DATA = ".data/test";
