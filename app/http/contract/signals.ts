import { signals as operations } from "~/gate.server";
import { calls } from "../calls/calls";

/** Faults that rules find in the figures. */
export const signals = calls({
  "POST signals/search": operations.search,
  "POST signals/{id}/acknowledge": operations.acknowledge,
});
