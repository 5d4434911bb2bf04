import { nextPrice, types as room } from "~/gate.server";
import { calls, created } from "../calls";

export const types = calls({
  "PUT types": created(room.create),
  "GET types/{id}": room.read,
  "POST types/{id}": room.update,
  "DELETE types/{id}": room.remove,
  "GET types/{id}/prices": room.prices,
  "GET types/{id}/next-price": nextPrice,
  "POST types/{siteId}/rehearse": room.rehearse,
  "POST types/{siteId}/import": room.importTypes,
  "GET avp-periods": room.avpPeriods,
  "POST avp-periods": room.setAvpPeriods,
});
