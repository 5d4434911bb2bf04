import { possibleActs } from "../table/acts";
import { Act } from "../ui/confirm";
import { endpointActs } from "./acts";

type Props = {
  endpoint: { id: number; name: string; format: string };
  /** Path of the endpoint's screen. */
  action: string;
};

/** The acts on an endpoint other than saving and testing. */
export function EndpointActs({ endpoint, action }: Props) {
  const shared = { of: endpoint.name, fields: [["ids", endpoint.id]] as const, action, standing: true };
  return possibleActs(endpointActs, endpoint).map((act) => <Act key={act.intent} {...shared} act={act} />);
}
