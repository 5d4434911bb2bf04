/**
 * Asks the browser for a passkey, or to create one, and posts the form with its answer. Written out for browsers and
 * password managers whose credentials have no `toJSON`.
 */
export function mount(element: HTMLElement): () => void {
  const act = () => void run(element);
  act();
  const button = element.querySelector("button");
  button?.addEventListener("click", act);
  return () => button?.removeEventListener("click", act);
}

const OPTIONS = "/api/auth/passkeys/options";

type Descriptor = { id: string; type: "public-key"; transports: AuthenticatorTransport[] };
type Request = { challenge: string; rpId: string; allowCredentials: Descriptor[] };
type Creation = { challenge: string; user: { id: string; name: string }; excludeCredentials: Descriptor[] };

async function run(element: HTMLElement): Promise<void> {
  const button = element.querySelector("button");
  const form = button?.form;
  const message = element.querySelector<HTMLElement>(".error");
  // Passwords are typed first: an answer of a passkey is for one post.
  const missing = form?.querySelector<HTMLInputElement>("[required]:is([type=password], [name=name]):invalid");
  if (!button || !form || !message || button.ariaBusy) return;
  if (missing) return void missing.reportValidity();
  const { request } = element.dataset;
  button.ariaBusy = "true";
  try {
    const answer = request ? await ask(JSON.parse(request) as Request) : await create(await creation());
    form.querySelectorAll("[name^='passkey.']").forEach((field) => field.remove());
    for (const [name, value] of Object.entries(answer)) {
      form.append(Object.assign(document.createElement("input"), { type: "hidden", name: `passkey.${name}`, value }));
    }
    form.requestSubmit(request ? null : button);
  } catch (error) {
    message.textContent = explain(error as Error);
  } finally {
    button.ariaBusy = null;
  }
}

/** Throws with the message of a refusal. */
async function creation(): Promise<Creation> {
  const response = await fetch(OPTIONS);
  const body = (await response.json()) as Creation & { message: string };
  if (!response.ok) throw new Error(body.message);
  return body;
}

async function ask({ challenge, allowCredentials, ...rest }: Request): Promise<Record<string, string>> {
  const publicKey = { ...rest, challenge: bytes(challenge), allowCredentials: allowCredentials.map(toBrowser) };
  const { rawId, response } = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential;
  const { clientDataJSON, authenticatorData, signature } = response as AuthenticatorAssertionResponse;
  return {
    id: base64url(rawId),
    "response.clientDataJSON": base64url(clientDataJSON),
    "response.authenticatorData": base64url(authenticatorData),
    "response.signature": base64url(signature),
  };
}

async function create({ challenge, user, excludeCredentials, ...rest }: Creation): Promise<Record<string, string>> {
  const publicKey = {
    ...(rest as unknown as PublicKeyCredentialCreationOptions),
    challenge: bytes(challenge),
    user: { ...user, displayName: user.name, id: bytes(user.id) },
    excludeCredentials: excludeCredentials.map(toBrowser),
  };
  const { rawId, response } = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential;
  // Older browsers do not say how they reach it.
  const created = response as Omit<AuthenticatorAttestationResponse, "getTransports"> & {
    getTransports?: () => string[];
  };
  const transports = created.getTransports?.() ?? [];
  return {
    id: base64url(rawId),
    "response.clientDataJSON": base64url(created.clientDataJSON),
    "response.attestationObject": base64url(created.attestationObject),
    ...Object.fromEntries(transports.map((name, i) => [`response.transports[${i}]`, name])),
  };
}

const toBrowser = ({ id, ...rest }: Descriptor) => ({ ...rest, id: bytes(id) });

const bytes = (text: string) =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (character) => character.charCodeAt(0));

const base64url = (buffer: ArrayBuffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

/** The browser's own messages are for developers. */
function explain({ name, message }: Error): string {
  if (!("credentials" in navigator) || name === "SecurityError") {
    return "Passkeys do not work at this address. Open the page under its own name, with https.";
  }
  if (name === "InvalidStateError") return "This device already has a passkey of your account.";
  if (name === "NotAllowedError" || name === "AbortError") return "No passkey was used. Press the button to try again.";
  return message;
}
