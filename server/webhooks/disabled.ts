import { Op } from "sequelize";
import { WebhookEndpoint } from "~models";
import type { Actor } from "../kernel/operation/roles";

/** The number of endpoints that the server gave up and that the account may enable again. */
export const countDisabled = (actor: Actor): Promise<number> =>
  WebhookEndpoint.count({ where: { ...WebhookEndpoint.visibleTo(actor).where, disabledAt: { [Op.ne]: null } } });
