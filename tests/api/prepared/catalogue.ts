import { type Body, type Caller, idOf } from "./calls";

export async function catalogue({ world, asked, record }: Caller): Promise<void> {
  const site = await asked("PUT sites", {
    give: { sitename: "Paper Kite", shortname: "Kite", abbr: "PKI", url: "https://kite.example.org", type: "DATING" },
  });
  const path = idOf(site);
  await record("POST sites/{id}", { path, give: { note: "Answers on weekdays", version: site.version } });
  await record("POST sites/{id}/enable-for-all", { path });
  const secret = await record("POST sites/{id}/secrets", { path });
  await record("DELETE sites/{id}/secrets/{secretId}", { path: { ...path, secretId: secret.id } });
  const pixelKey = await record("POST sites/{id}/pixel-keys", { path });
  await record("DELETE sites/{id}/pixel-keys/{keyId}", { path: { ...path, keyId: pixelKey.id } });
  await record("POST sites/{id}/developer-link", { path });
  await record("DELETE sites/{id}/developer-link", { path });

  const type = await asked("PUT types", {
    give: {
      siteId: site.id,
      typename: "First",
      typealias: "First",
      url: "https://kite.example.org/?c={clickid}",
      payout: 380,
      earning: 12,
      lpp: 2,
    },
  });
  const ofType = idOf(type);
  await record("POST types/{id}", { path: ofType, give: { payout: 400, reason: "opening", version: type.version } });
  const price = await record("POST types/{id}/prices", {
    path: ofType,
    give: { from: "2999-12-16", payout: 651.5, reason: "winter" },
  });
  await record("POST types/{id}/what-if", { path: { id: 1 }, give: { payout: 350 } });
  await record("DELETE types/{id}/prices/{priceId}", { path: { ...ofType, priceId: price.priceId } });
  const csv = `id,payout\n${String(type.id)},420\n`;
  const { mark } = await record("POST types/{siteId}/rehearse", { path: { siteId: site.id }, give: { csv } });
  await record("POST types/{siteId}/import", { path: { siteId: site.id }, give: { csv, mark } });
  await record("DELETE types/{id}", { path: ofType });

  const manual = await record("PUT site-manuals", {
    give: { siteId: site.id, title: "Paper Kite", html: "<p>Evenings sell best.</p>" },
  });
  await record("POST site-manuals/{id}", {
    path: idOf(manual),
    give: { title: "Selling Paper Kite", version: manual.version },
  });
  await record("DELETE site-manuals/{id}", { path: idOf(manual) });
  await record("DELETE sites/{id}", { path });

  const domain = await asked("PUT preferredDomains", { give: { domain: "https://kite-links.example" } });
  await record("POST preferredDomains/{id}", {
    path: idOf(domain),
    give: { description: "Offices of the south", version: domain.version },
  });
  const entry = await record("PUT black-list-ip", { give: { ip: "198.51.100.0/24", reason: "resold traffic" } });
  await record("DELETE black-list-ip/{id}", { path: idOf(entry) });
  const tiers = (await asked("GET avp-periods")) as unknown as Body[];
  const periods = tiers.map(({ index: _, ...tier }) => tier);
  const [year, month] = String(await world.filled("{today}", world.clients.super))
    .split("-")
    .map(Number) as [number, number];
  const validFrom = new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10);
  await record("POST avp-periods", { give: { periods, validFrom } });
}
