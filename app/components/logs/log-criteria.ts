import type { Abilities } from "~/gate.server";
import { criteria } from "../form/criteria";
import { errorsWithoutField } from "./log-search";

type LogData = {
  can: Pick<Abilities, "chooseOffice" | "chooseAgent">;
  values: Readonly<Record<string, unknown>>;
  errors: Readonly<Record<string, readonly string[] | undefined>>;
  log: { agent?: string };
};

/** The fields of a log's form (the agent by username), and the messages that no field shows. */
export function logCriteria({ can, values, errors, log }: LogData, ownFields: readonly (string | false)[]) {
  const shown = [can.chooseOffice && "companyId", can.chooseAgent && "agentId", "start", "end", ...ownFields];
  return {
    field: criteria({ values: { ...values, agentId: log.agent ?? values.agentId }, errors }),
    others: errorsWithoutField(
      errors,
      shown.filter((name) => name !== false),
    ),
  };
}
