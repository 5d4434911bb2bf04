import pg from "pg";

/** Loaded into a program before its own code: kill -9 while its statement number KILLED_AT is on its way. */
const { query } = pg.Client.prototype;
let sent = 0;
pg.Client.prototype.query = function (...given) {
  const answer = query.apply(this, given);
  if (++sent === Number(process.env.KILLED_AT)) process.kill(process.pid, "SIGKILL");
  return answer;
};
