/** Form of `pack.yaml`. The JSON Schema for editors follows from it. */
import { z } from 'zod';
import { PLATFORM_NAMES } from '../../analysis/model/platform.ts';
import { ENFORCEMENT_MODES } from '../../analysis/model/report.ts';
import { SEVERITIES } from '../../analysis/model/rule.ts';
import { ENVIRONMENT_NAME, POLICY_CHOICES } from '../../contract/environment.ts';
import { POLICY_LIMITS } from '../limits.ts';
import { dataClasses } from './flow-rows-schema.ts';
import { RULE_LEVELS } from './rule-levels.ts';

/** Environments of a pack. */
const PACK_ENVIRONMENTS_MAX = 32;

/** Overrides of a pack. */
const PACK_OVERRIDES_MAX = 500;

/** Built-in presets and the rulesets that they are. */
export const BUILTIN_PRESETS = { recommended: 'default', strict: 'strict', security: 'security' } as const;
export type PresetName = keyof typeof BUILTIN_PRESETS;
const PRESET_NAMES = Object.keys(BUILTIN_PRESETS) as PresetName[];

/** Pattern of a pack's name, which is its slug. */
export const PACK_NAME = /^[a-z0-9][a-z0-9-]{0,62}$/;

const text = (max: number) => z.string().min(1).max(max);
const texts = z.array(text(500)).max(5_000);
const level = z.enum(RULE_LEVELS);

/** Value of an option or parameter. */
const value = z.union([z.number(), z.string().max(500), z.boolean(), texts]);

const parameter = z
  .strictObject({ $param: text(64) })
  .meta({ description: 'The value of a parameter of the pack.' });
const change = z
  .strictObject({ $add: texts.optional(), $remove: texts.optional() })
  .meta({ description: 'Adds entries to the list in force, or removes some.' });

/** Settings of a rule. */
export const ruleSettings = z.strictObject({
  on: z.boolean().optional().meta({ description: 'Whether the rule runs.' }),
  severity: z.enum(SEVERITIES).optional().meta({ description: 'Severity of every finding of the rule.' }),
  params: z
    .record(z.string(), z.union([value, parameter, change]))
    .optional()
    .meta({ description: 'Options by name: `flowarden explain RULE` lists them.' }),
  tags: z.array(text(64)).max(20).optional().meta({ description: 'Further controls of the findings.' }),
  locked: z
    .boolean()
    .optional()
    .meta({ description: 'Packs that extend this one may only make the rule stricter.' }),
  required: z
    .boolean()
    .optional()
    .meta({ description: 'Counts for the condition `notEvaluated.required` of the gate.' }),
  confirm: z
    .boolean()
    .optional()
    .meta({ description: 'Allows a severity above medium for a hotspot, which a person has to judge.' }),
});

/** A rule's level alone, or its settings. */
const ruleEntry = z.union([level, ruleSettings]);
const rules = z.record(z.string(), ruleEntry).meta({
  description: 'Settings by rule id, or by the beginning of ids with `*`. Later entries win.',
});

const overrideLevel = z.enum(['off', ...SEVERITIES]);
const override = z.strictObject({
  match: z.strictObject({
    platform: z.enum(PLATFORM_NAMES).optional(),
    path: text(500).optional().meta({ description: 'Path of the file; `*` stands for any characters.' }),
  }),
  rules: z.record(z.string(), overrideLevel),
});

const gate = z.strictObject({
  block: z
    .array(z.enum(SEVERITIES))
    .min(1)
    .optional()
    .meta({ description: 'Severities that block, critical and high among them.' }),
  score: z
    .string()
    .regex(/^>= ?\d{1,3}$/, 'write it as ">= 80"')
    .optional()
    .meta({ description: 'Minimum score, as `>= 80`.' }),
  'new.critical': z.int().min(0).optional(),
  'new.high': z.int().min(0).optional(),
  'new.medium': z.int().min(0).optional(),
  'new.low': z.int().min(0).optional(),
  'notEvaluated.required': z.int().min(0).optional(),
});

const environment = z.strictObject({
  presets: z.array(z.enum(PRESET_NAMES)).optional(),
  rules: rules.optional(),
  mode: z.enum(ENFORCEMENT_MODES).optional(),
  choice: z.enum(POLICY_CHOICES).optional().meta({
    description: 'Whether a request may choose: anything, something at least as strict, or nothing.',
  }),
  gate: gate.optional(),
});

const endpoint = z.union([z.strictObject({ deny: text(253) }), z.strictObject({ allow: text(253) })]);

/** The whole file. */
export const packSchema = z.strictObject({
  apiVersion: z.literal('flowarden/v1'),
  kind: z.literal('PolicyPack'),
  metadata: z.strictObject({
    name: z.string().regex(PACK_NAME, 'use small letters, digits and hyphens, 63 at most'),
    version: z.string().regex(/^\d{1,6}\.\d{1,6}\.\d{1,6}$/, 'write it as 1.0.0'),
    revision: z
      .int()
      .min(1)
      .max(POLICY_LIMITS.packRevisionMax)
      .meta({ description: 'Rises with every publication.' }),
    owner: text(254).optional(),
    engine: text(100).optional().meta({ description: 'Versions of Flowarden, such as `>=1.4 <2`.' }),
  }),
  extends: z.array(text(200)).max(POLICY_LIMITS.packParentsMax).optional().meta({
    description:
      'Built-in presets (`builtin/recommended`), built packs (`name@1.0.0`) or folders (`../base`).',
  }),
  parameters: z.record(z.string(), value).optional(),
  rules: rules.optional(),
  overrides: z.array(override).max(PACK_OVERRIDES_MAX).optional(),
  environments: z
    .record(z.string().max(64).regex(ENVIRONMENT_NAME), environment)
    .refine((found) => Object.keys(found).length <= PACK_ENVIRONMENTS_MAX)
    .optional(),
  gate: gate.optional(),
  mode: z.enum(ENFORCEMENT_MODES).optional(),
  choice: z.enum(POLICY_CHOICES).optional(),
  dlp: z
    .strictObject({
      business: texts.optional(),
      nonBusiness: texts.optional(),
      blocked: texts.optional(),
      endpoints: z.array(endpoint).max(1_000).optional(),
      hosts: texts.optional().meta({
        description: 'Hosts that may get secrets, with `*` as wildcard, such as `*.corp.example`.',
      }),
    })
    .optional(),
  classes: dataClasses.optional(),
  compliance: z
    .array(z.strictObject({ framework: text(64), control: text(64), rules: texts }))
    .max(1_000)
    .optional(),
  custom: texts.optional().meta({
    description: 'Files of custom rules, such as `rules/*.yaml`.',
  }),
  cases: texts.optional().meta({
    description: 'Files of cases that test the pack, such as `cases/*.yaml`.',
  }),
});

/** Contents of `pack.yaml`. */
export type PackFile = z.infer<typeof packSchema>;
export type RuleEntry = z.infer<typeof ruleEntry>;
export type RuleSettings = z.infer<typeof ruleSettings>;
export type GateSettings = z.infer<typeof gate>;
export type EnvironmentSettings = z.infer<typeof environment>;
