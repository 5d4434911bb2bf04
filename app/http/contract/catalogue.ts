import {
  agents,
  domains,
  fees,
  manuals,
  nextPrice,
  offices,
  reports,
  sites,
  tryPostback,
  types,
  uploads,
} from "~/gate.server";
import { calls, created, uploaded } from "../calls/calls";

const MB = 1024 * 1024;

/** Sites, their types, prices and domains, and the choices for pickers and filters. */
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
  "POST sites/{id}/try-postback": tryPostback,
  "POST sites/{id}/developer-link": created(sites.createDeveloperLink),
  "DELETE sites/{id}/developer-link": sites.revokeDeveloperLink,

  "PUT types": created(types.create),
  "GET types/{id}": types.read,
  "POST types/{id}": types.update,
  "DELETE types/{id}": types.remove,
  "GET types/{id}/prices": types.prices,
  "POST types/{id}/prices": types.setPrice,
  "DELETE types/{id}/prices/{priceId}": types.withdrawPrice,
  "POST types/{id}/what-if": reports.linkWhatIf,
  "GET types/{id}/next-price": nextPrice,
  "POST types/{siteId}/rehearse": types.dryRun,
  "POST types/{siteId}/import": types.importTypes,
  "GET avp-periods": types.avpPeriods,
  "POST avp-periods": types.setAvpPeriods,
  "POST avp-periods/what-if": reports.tiersWhatIf,

  "GET preferredDomains": domains.list,
  "PUT preferredDomains": created(domains.create),
  "POST preferredDomains/status": domains.setStatus,
  "GET preferredDomains/{id}": domains.read,
  "POST preferredDomains/{id}": domains.update,

  "GET companies/fees": fees.list,
  "POST companies/fees": fees.save,
  "POST companies/fees/rehearse": fees.dryRun,
  "POST companies/fees/import": fees.importFees,

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
