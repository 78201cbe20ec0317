/** Calls of the rule catalogue. */
import type {
  PlatformListResponse,
  RuleListItem,
  RuleListResponse,
  RuleResponse,
} from '../../../src/gen/contract/answers.ts';
import { defineCall } from '../define-call.ts';

export type RuleSummary = RuleListItem;
export type RuleDetails = RuleResponse;

export const listRules = defineCall<RuleListResponse>('GET', '/api/v1/rules');
export const getRule = defineCall<RuleDetails, { params: { ruleId: string } }>(
  'GET',
  '/api/v1/rules/{ruleId}',
);
export const listPlatforms = defineCall<PlatformListResponse>('GET', '/api/v1/platforms');
