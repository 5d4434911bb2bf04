import { Act } from "../ui/confirm";
import { webhooks as texts } from "./texts";

type Props = {
  endpoint: { id: number; name: string; format: string; enabled: boolean };
  /** Path of the endpoint's screen. */
  action: string;
};

/** Actions on an endpoint other than saving. A postback has no signature, so its secret is of no use. */
export function EndpointActs({ endpoint, action }: Props) {
  const shared = { of: endpoint.name, fields: [["ids", endpoint.id]] as const, action, standing: true };
  return (
    <>
      <Act {...shared} label={texts.test} intent="test" disabled={!endpoint.enabled} />
      {endpoint.format === "signed" && (
        <Act {...shared} label={texts.rotate} intent="rotate" heading={texts.rotateAsk} />
      )}
      <Act {...shared} label={texts.remove} intent="delete" heading={texts.removeAsk} danger />
    </>
  );
}
