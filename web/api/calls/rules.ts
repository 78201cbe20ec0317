/** Calls of the rule catalogue. */
import type { z } from 'zod';
import type {
  PlatformListResponse,
  RuleListItem,
  RuleListResponse,
  RuleResponse,
} from '../../../gateway/routes/catalogue/catalogue-schema.ts';
import { defineCall } from '../define-call.ts';

export type RuleSummary = z.output<typeof RuleListItem>;
export type RuleDetails = z.output<typeof RuleResponse>;

export const listRules = defineCall<z.output<typeof RuleListResponse>>('GET', '/api/v1/rules');
export const getRule = defineCall<RuleDetails, { params: { ruleId: string } }>(
  'GET',
  '/api/v1/rules/{ruleId}',
);
export const listPlatforms = defineCall<z.output<typeof PlatformListResponse>>('GET', '/api/v1/platforms');
