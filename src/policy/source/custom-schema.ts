/** Form of a custom rule's document. The JSON Schema for editors follows from it. */
import { z } from 'zod';
import { FAMILIES } from '../../analysis/model/data-flow/family.ts';
import { SINK_KINDS } from '../../analysis/model/data-flow/flow.ts';
import { PLATFORM_NAMES } from '../../analysis/model/platform.ts';
import { CUSTOM_SUBJECTS } from '../../analysis/model/policy.ts';
import { CATEGORIES, SEVERITIES } from '../../analysis/model/rule.ts';
import { STRICTER } from '../../analysis/model/rule-option.ts';
import { POLICY_LIMITS } from '../limits.ts';
import { builtRows, ownBarriers, ownGuards, ownSink, ownSources } from './flow-rows-schema.ts';

/** Pattern of a custom rule's id: prefixes of the catalogue are reserved. */
export const CUSTOM_RULE_ID = /^(?!(?:UIP|PAF|PAD|AAB|BPR|XPL)-)[A-Z][A-Z0-9]{1,9}-[A-Z]{2,4}-\d{3}$/;

const text = (max: number) => z.string().min(1).max(max);
/** Reports print titles as headings. */
const title = text(120).regex(/^[^\p{Cc}\p{Zl}\p{Zp}]+$/u, 'write one line without control characters');
const value = z.union([z.int(), z.string().max(500), z.boolean(), z.array(z.string().max(500)).max(5_000)]);

const param = z.strictObject({
  type: z.enum(['number', 'boolean', 'text', 'texts', 'pattern']),
  default: value,
  unit: text(64).optional(),
  about: text(500).optional(),
  stricter: z
    .enum(STRICTER)
    .optional()
    .meta({ description: 'Direction in which the rule becomes stricter.' }),
});

const test = z.strictObject({
  snippet: z
    .partialRecord(z.enum(PLATFORM_NAMES), z.string().max(20_000))
    .refine((snippet) => Object.keys(snippet).length === 1, 'give one platform')
    .meta({ description: 'Piece of a workflow, by platform.' }),
  params: z.record(z.string(), value).optional(),
  count: z.int().min(1).max(100).optional().meta({ description: 'Number of findings; 1 without it.' }),
  message: text(1_000).optional().meta({ description: 'Message of the first finding.' }),
});

const family = z.enum(FAMILIES);
const sinkKinds = z.array(z.enum(SINK_KINDS)).max(SINK_KINDS.length);
const sinks = z
  .array(z.union([z.enum(SINK_KINDS), ownSink]))
  .min(1)
  .max(SINK_KINDS.length + POLICY_LIMITS.flowRowsMax);

const tests = z
  .strictObject({ invalid: z.array(test).min(1).max(50), valid: z.array(test).min(1).max(50) })
  .meta({ description: 'Workflows with the problem, and without it: one of each for every platform.' });

/** One document. */
export const customRuleSchema = z.strictObject({
  kind: z.enum(['Rule', 'FlowRule']),
  id: z.string().regex(CUSTOM_RULE_ID, 'write it as ACME-REL-001, with a prefix of your own'),
  title,
  severity: z.enum(SEVERITIES),
  category: z.enum(CATEGORIES).exclude(['engine']).optional(),
  hotspot: z.boolean().optional().meta({ description: 'A person has to judge its findings.' }),
  platforms: z.array(z.enum(PLATFORM_NAMES)).min(1),
  on: z
    .enum(CUSTOM_SUBJECTS)
    .exclude(['flow'])
    .optional()
    .meta({ description: 'Subject of the condition; a FlowRule has ways of data.' }),
  family: family.optional().meta({ description: 'FlowRule: data that is followed.' }),
  sinks: sinks.optional().meta({ description: 'FlowRule: where the data must not get.' }),
  sources: ownSources
    .optional()
    .meta({ description: 'FlowRule: where the data comes in; without it, wherever the family does.' }),
  barriers: ownBarriers
    .optional()
    .meta({ description: 'FlowRule: steps and functions that make data safe.' }),
  guards: ownGuards
    .optional()
    .meta({ description: 'FlowRule: functions in conditions that let only safe data through.' }),
  where: text(5_000)
    .optional()
    .meta({ description: 'Condition in CEL, true for a subject with the problem. A FlowRule needs none.' }),
  message: text(500).meta({ description: 'Sentence with names in braces, such as {node.name}.' }),
  why: text(500),
  fix: text(500),
  params: z.record(z.string().regex(/^[a-z][A-Za-z0-9]{0,40}$/, 'use letters and digits'), param).optional(),
  tests,
});

/** A document of a custom rule. */
export type CustomRuleFile = z.infer<typeof customRuleSchema>;
export type CustomParamFile = z.infer<typeof param>;
/** Test of a custom rule. */
export type CustomRuleTest = z.infer<typeof test>;

const builtParam = z.strictObject({
  default: value,
  unit: z.string().optional(),
  about: z.string(),
  stricter: z.enum(STRICTER),
  isPattern: z.literal(true).optional(),
});

/** Form of a custom rule in a built pack. */
export const builtCustomRule = z
  .strictObject({
    id: z.string().regex(CUSTOM_RULE_ID),
    title,
    severity: z.enum(SEVERITIES),
    category: z.enum(CATEGORIES).exclude(['engine']),
    kind: z.enum(['issue', 'hotspot']),
    platforms: z.array(z.enum(PLATFORM_NAMES)).min(1),
    why: text(500),
    fix: text(500),
    on: z.enum(CUSTOM_SUBJECTS),
    follows: z.strictObject({ family, sinks: sinkKinds, rows: builtRows.optional() }).optional(),
    where: text(5_000),
    message: text(500),
    params: z.record(z.string(), builtParam),
  })
  .refine(({ on, follows }) => (on === 'flow') === (follows !== undefined), 'a rule about ways follows data')
  .refine(
    ({ follows }) => follows === undefined || follows.sinks.length + (follows.rows?.sinks?.length ?? 0) > 0,
    'a rule about ways has a sink',
  );

/** Form of a custom rule with its tests. */
export const testedCustomRule = z.strictObject({ rule: builtCustomRule, tests });
