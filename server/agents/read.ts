import { z } from "zod";
import { Id } from "../kernel/operation/input";
import { query } from "../kernel/operation/operation";
import { atLeast } from "../kernel/operation/roles";
import { AgentOutput, readAgent } from "./agent";

/** One agent with all fields. */
export const read = query({
  name: "agents.read",
  does: "read agents",
  allow: atLeast("company"),
  input: z.object({ id: Id }),
  output: AgentOutput,
  run: (call, { id }) => readAgent(call, id),
});
