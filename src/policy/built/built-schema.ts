/** Form of a built pack's payload. */
import { z } from 'zod';
import { PLATFORM_NAMES } from '../../analysis/model/platform.ts';
import { ENFORCEMENT_MODES } from '../../analysis/model/report.ts';
import { SEVERITIES } from '../../analysis/model/rule.ts';
import { POLICY_CHOICES } from '../../contract/environment.ts';
import { flowRulesProblem } from '../flow-rule-counts.ts';
import { POLICY_LIMITS } from '../limits.ts';
import { builtCustomRule, testedCustomRule } from '../source/custom-schema.ts';
import { dataClasses } from '../source/flow-rows-schema.ts';
import { PACK_NAME } from '../source/pack-schema.ts';
import type { BuiltPack } from './built-pack.ts';

const severity = z.enum(SEVERITIES);
const option = z.union([z.number(), z.string(), z.boolean(), z.array(z.string())]);
const rulesOf = <Value extends z.ZodType>(value: Value) => z.record(z.string(), value);
const version = z.string().regex(/^\d{1,6}\.\d{1,6}\.\d{1,6}$/);

const gate = z.strictObject({
  failOn: severity.exclude(['critical']),
  scoreMin: z.int().min(1).max(100).nullable(),
  newMax: z.strictObject({
    critical: z.int().min(0).optional(),
    high: z.int().min(0).optional(),
    medium: z.int().min(0).optional(),
    low: z.int().min(0).optional(),
  }),
  notEvaluatedMax: z.int().min(0).nullable(),
  required: z.array(z.string()),
});

const target = { platform: z.enum(PLATFORM_NAMES).optional(), path: z.string().optional() };
const verdict = z.enum(['off', ...SEVERITIES]);
const options = z.record(z.string(), option);

const policy = z.strictObject({
  name: z.string(),
  detection: z.strictObject({
    rules: rulesOf(options),
    custom: z.array(builtCustomRule).min(1).max(POLICY_LIMITS.customRulesMax).optional(),
    classes: dataClasses.optional(),
  }),
  judgement: z.strictObject({
    severities: rulesOf(severity),
    overrides: z.array(z.strictObject({ ...target, rules: rulesOf(verdict) })),
    tags: rulesOf(z.array(z.string())),
    gate,
  }),
});

const origin = z.strictObject({
  on: z.string().optional(),
  severity: z.string().optional(),
  options: z.record(z.string(), z.string()).optional(),
  tags: z.string().optional(),
  locked: z.string().optional(),
});

const lock = z.strictObject({
  by: z.string(),
  severity: severity.optional(),
  options: options.optional(),
  overrides: z.array(z.strictObject({ ...target, verdict })).optional(),
});

const environment = z.strictObject({
  mode: z.enum(ENFORCEMENT_MODES).nullable(),
  choice: z.enum(POLICY_CHOICES).nullable(),
  policy,
  origins: rulesOf(origin),
  locks: rulesOf(z.array(lock)).optional(),
});

const schema = z.strictObject({
  apiVersion: z.literal('flowarden/v1'),
  kind: z.literal('BuiltPolicyPack'),
  metadata: z.strictObject({
    name: z.string().regex(PACK_NAME),
    version,
    revision: z.int().min(1).max(POLICY_LIMITS.packRevisionMax),
    owner: z.string().nullable(),
    engine: z.string().nullable(),
  }),
  parents: z.array(z.strictObject({ name: z.string(), version, sha256: z.string() })),
  custom: z.array(testedCustomRule).min(1).max(POLICY_LIMITS.customRulesMax).optional(),
  base: environment,
  environments: z.record(z.string(), environment),
});

/** Returns the pack that a value is; a text is what is wrong with it. */
export function checkBuiltPack(value: unknown): BuiltPack | string {
  const parsed = schema.safeParse(value);
  if (parsed.success) return untestedRule(parsed.data as BuiltPack) ?? (parsed.data as BuiltPack);
  const [issue] = parsed.error.issues;
  return `${issue!.path.join('.') || 'the payload'}: ${issue!.message}`;
}

/** Returns which rule of an environment is not the one that the pack's tests prove. Members are in the schema's order. */
function untestedRule({ custom = [], base, environments }: BuiltPack): string | undefined {
  const tested = new Map(custom.map(({ rule }) => [rule.id, JSON.stringify(rule)]));
  if (tested.size < custom.length) return 'custom: two rules have one id';
  const tooMany = flowRulesProblem(custom.map(({ rule }) => rule));
  if (tooMany !== undefined) return `custom: ${tooMany.message}`;
  for (const { policy } of [base, ...Object.values(environments)])
    for (const rule of policy.detection.custom ?? [])
      if (tested.get(rule.id) !== JSON.stringify(rule)) return `custom: the rule ${rule.id} has no tests`;
  return undefined;
}
