import { newScannableToken, seal } from "../../../server/kernel/process/secrets";
import { secretContext } from "../../../server/webhooks";
import { bodyOf, eventId } from "../../../server/webhooks/delivery/body";
import { signedHeaders } from "../../../server/webhooks/delivery/signature";
import { exampleOf } from "../../../server/webhooks/examples";

const ID = 7;

/** An event as it is sent, with the secret that was shown and the one before it. */
export function aSignedEvent({ at = new Date(), rotated = false } = {}) {
  const [secret, previous] = [newScannableToken("whsec_"), newScannableToken("whsec_")];
  const sealed = (value: string) => seal(value, secretContext(ID));
  const endpoint = {
    ...{ id: ID, secret: sealed(secret) },
    ...{ previousSecret: rotated ? sealed(previous) : null, rotatedAt: rotated ? at : null },
  };
  const event = { id: 5211, event: "sale.accepted", createdAt: at, data: exampleOf("sale.accepted") };
  const body = bodyOf(event);
  return { body, headers: signedHeaders(endpoint, eventId(event.id), body, at), secret, previous };
}
