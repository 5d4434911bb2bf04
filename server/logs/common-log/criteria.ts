import { z } from "zod";
import { Id, Text } from "../../kernel/operation/input";
import { type Actor, levels } from "../../kernel/operation/roles";
import { all, likePattern, sql, type Statement } from "../../kernel/database/sql";
import {
  Filter,
  fromAddress,
  isIndexed,
  checkCriteria,
  type CheckedCriteria,
  LogCriteria,
  NOT_IN_LIST,
  ScreenFields,
  withText,
} from "../reader/criteria";
import { type CommonField, commonFields, commonLog } from "./kind";

export const actionTypes = ["READ", "CREATE", "UPDATE", "DELETE", "AUTH", "EXPORT"] as const;
const roles = Object.values(levels) as number[];
const CODE = "Please enter a response code from 100 to 599.";

/** The filters of the common log (COMMON-17). */
export const CommonCriteria = LogCriteria(commonFields, "date").extend({
  role: Filter(z.int(NOT_IN_LIST).refine((role) => roles.includes(role), NOT_IN_LIST)),
  username: Filter(Text()),
  ip: Filter(Text(64)),
  accountId: Filter(Id),
  actionType: Filter(z.enum(actionTypes, NOT_IN_LIST)),
  actionName: Filter(Text()),
  responseCode: Filter(z.int(CODE).min(100, CODE).max(599, CODE)),
  postParams: Filter(Text()),
});
export const CommonForm = CommonCriteria.extend(ScreenFields);
export type CommonForm = z.output<typeof CommonForm>;

/** Builds the question to the common log. Throws like `judge`. */
export async function checkCommonCriteria(actor: Actor, input: CommonForm): Promise<CheckedCriteria<CommonField>> {
  const { role, username, ip, accountId, actionType, actionName, responseCode, postParams } = input;
  const { question, chosen } = await checkCriteria(actor, commonLog, input);
  const matching = all([
    question.matching,
    role !== undefined && sql`l.role = ${role}`,
    withText(sql`l.username`, username),
    fromAddress(sql`l.ip`, ip),
    accountId !== undefined && sql`l.account_id = ${accountId}`,
    actionType && sql`l.action_type = ${actionType}`,
    withText(sql`l.action_name`, actionName),
    responseCode !== undefined && sql`l.response_code = ${responseCode}`,
    postParams !== undefined && withParameter(actor, postParams),
  ]);
  const selective = [postParams, username, actionName, ip].some(isIndexed);
  return { question: { ...question, matching, selective }, chosen };
}

/**
 * Matches rows whose posted parameters contain the text, literally or as JSON escapes it. Rows that mention earnings
 * never match for people who may not see dollars, so that they cannot find out amounts by searching.
 */
function withParameter(actor: Actor, text: string): Statement {
  const params = sql`l.post_params::text`;
  const inside = JSON.stringify(text).slice(1, -1);
  const hasText =
    inside === text ? withText(params, text) : sql`(${withText(params, text)} OR ${withText(params, inside)})`;
  return all([hasText, !actor.earningVisible && sql`${params} NOT ILIKE ${likePattern("earn")}`]);
}
