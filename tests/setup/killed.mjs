import pg from "pg";

/** Preloaded into a program: sends it SIGKILL while its statement number KILLED_AT is in flight. */
const { query } = pg.Client.prototype;
let sent = 0;
pg.Client.prototype.query = function (...given) {
  const answer = query.apply(this, given);
  if (++sent === Number(process.env.KILLED_AT)) process.kill(process.pid, "SIGKILL");
  return answer;
};
