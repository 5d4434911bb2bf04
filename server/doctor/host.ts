import { Domain } from "~models";
import { isLoopback } from "../kernel/net/client-address";
import { productUrl } from "../kernel/net/product-url";

/** Whose host a link uses. Null if the link has no host. */
export type HostStanding =
  | { standing: null }
  | { standing: "own" }
  | { standing: "active" | "hidden"; domain: string }
  | { standing: "foreign"; host: string };

export async function standingOf(host: string | null): Promise<HostStanding> {
  if (host === null) return { standing: null };
  const domains = await Domain.findAll({ attributes: ["domain", "hidden"], order: ["hidden"] });
  const found = domains.find(({ domain }) => hostOf(domain) === hostOf(`https://${host}`));
  if (found) return { standing: found.hidden ? "hidden" : "active", domain: found.domain };
  const own = hostOf(productUrl("/")) === hostOf(`https://${host}`);
  return own || isHere(host) ? { standing: "own" } : { standing: "foreign", host };
}

const hostOf = (address: string): string => (URL.canParse(address) ? new URL(address).hostname : address);

const isHere = (host: string): boolean => {
  const name = host.replace(/:\d+$/, "");
  return name === "localhost" || isLoopback(name);
};
