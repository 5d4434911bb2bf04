import { agents, domains, manuals, offices, reports, sites, tryPostback, types, uploads } from "~/gate.server";
import { calls, created, uploaded } from "../calls/calls";

const MB = 1024 * 1024;

/** Sites, their domains and manuals, and the choices for pickers and filters. */
export const catalogue = calls({
  "POST sites/search": sites.search,
  "POST sites/status": sites.setStatus,
  "PUT sites": created(sites.create),
  "GET sites/{id}": sites.read,
  "POST sites/{id}": sites.update,
  "DELETE sites/{id}": sites.remove,
  "POST sites/{id}/enable-for-all": sites.enableForAll,
  "POST sites/{id}/secrets": created(sites.makeSecret),
  "DELETE sites/{id}/secrets/{secretId}": sites.revokeSecret,
  "POST sites/{id}/pixel-keys": created(sites.makePixelKey),
  "DELETE sites/{id}/pixel-keys/{keyId}": sites.revokePixelKey,
  "POST sites/{id}/try-postback": tryPostback,
  "POST sites/{id}/developer-link": created(sites.createDeveloperLink),
  "DELETE sites/{id}/developer-link": sites.revokeDeveloperLink,

  "GET preferredDomains": domains.list,
  "PUT preferredDomains": created(domains.create),
  "POST preferredDomains/status": domains.setStatus,
  "GET preferredDomains/{id}": domains.read,
  "POST preferredDomains/{id}": domains.update,

  "GET site-manuals": manuals.list,
  "GET site-manuals/available-sites": manuals.availableSites,
  "PUT site-manuals": created(manuals.create),
  "GET site-manuals/{id}": manuals.read,
  "POST site-manuals/{id}": manuals.update,
  "DELETE site-manuals/{id}": manuals.remove,

  "POST files/image": uploaded(uploads.upload, 5 * MB),

  "GET companies": offices.pick,
  "GET companies/agents": agents.pick,
  "GET sites": sites.pick,
  "GET types/{siteId}/by-site": types.bySite,
  "GET geo/list": reports.geos,
});
