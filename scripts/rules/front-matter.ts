/** Reads the front matter of a rule's page. */
import { parse } from 'yaml';
import { z } from 'zod';
import { COMPLIANCE } from '../../src/analysis/model/compliance.ts';
import { PLATFORM_NAMES } from '../../src/analysis/model/platform.ts';
import { type CATEGORIES, GROUP_CAUSES, type RuleFacts, SEVERITIES } from '../../src/analysis/model/rule.ts';
import { STRICTER } from '../../src/analysis/model/rule-option.ts';

/** Category of a rule by the second part of its id. */
const CATEGORY_OF: Readonly<Record<string, (typeof CATEGORIES)[number]>> = {
  SEC: 'security',
  PRV: 'data-privacy',
  CMP: 'compliance',
  REL: 'reliability',
  PRF: 'performance',
  MNT: 'maintainability',
  NMG: 'naming',
  CFG: 'configuration',
  SUP: 'supply-chain',
  OBS: 'observability',
  ENG: 'engine',
};

const names = z.array(z.string()).min(1);

const Option = z.strictObject({
  default: z.union([z.number(), z.boolean(), z.string(), z.array(z.string())]),
  unit: z.string().optional(),
  about: z.string(),
  stricter: z.enum(STRICTER),
  isOpenWhenEmpty: z.literal(true).optional(),
  isPattern: z.literal(true).optional(),
  isMeasured: z.literal(true).optional(),
  metric: z.strictObject({ name: z.string(), isExact: z.literal(true).optional() }).optional(),
});

const FrontMatter = z.strictObject({
  id: z.string().regex(/^(?:UIP|PAF|PAD|AAB|BPR|XPL)-[A-Z]{3}-\d{3}$/),
  replaces: names.optional(),
  title: z.string(),
  severity: z.enum(SEVERITIES),
  confidence: z.enum(['high', 'medium', 'low']),
  kind: z.enum(['issue', 'hotspot']),
  preset: z.enum(['recommended', 'strict', 'opt-in']),
  platforms: z.array(z.enum(PLATFORM_NAMES as [string, ...string[]])).min(1),
  version: z.int().min(1),
  compliance: z.array(z.enum(Object.keys(COMPLIANCE))),
  controls: names.optional(),
  dedupeGroup: z.string().optional(),
  groupBy: z.enum(GROUP_CAUSES).optional(),
  needsOneOf: names.optional(),
  options: z.record(z.string(), Option).default({}),
});

/** Returns the facts in a front matter, without the prose. @throws Error that names the invalid member */
export function readFrontMatter(text: string): Omit<RuleFacts, 'why' | 'fix'> {
  const facts = FrontMatter.parse(parse(text));
  const category = CATEGORY_OF[facts.id.split('-')[1]!];
  if (category === undefined) throw new Error(`${facts.id} names no category`);
  return { ...facts, category } as Omit<RuleFacts, 'why' | 'fix'>;
}
