/** Rule catalogue and platforms in REST. */
import { z } from 'zod';
import { int32 } from '../../endpoint/answer-members.ts';

export const RuleOption = z
  .strictObject({
    name: z.string(),
    default: z.unknown(),
    about: z.string(),
    unit: z.string().nullable().meta({ description: 'Unit of a number.' }),
    stricter: z.string().meta({
      description:
        'The direction that makes the rule stricter: `lower`, `higher` (true is higher), `longer` or `shorter` lists; `equal` if values cannot be compared.',
    }),
  })
  .meta({ description: 'An option of a rule, which a policy pack may set.' });

const summary = {
  ruleId: z.string().meta({ description: 'Such as `UIP-REL-001`.' }),
  version: int32().meta({ description: 'Raised when the check changes what it reports.' }),
  title: z.string(),
  platforms: z.array(z.string()).meta({ description: 'The platforms that it reads, named as in results.' }),
  category: z.string(),
  severity: z.string().meta({ description: '`critical`, `high`, `medium` or `low`.' }),
  confidence: z.string().meta({ description: '`high`, `medium` or `low`.' }),
  kind: z.string().meta({ description: '`issue` or `hotspot`.' }),
  preset: z.string().meta({ description: '`recommended`, `strict` or `opt-in`.' }),
  why: z.string().meta({ description: 'Why it matters.' }),
  fix: z.string().meta({ description: 'How to fix it.' }),
  complianceTags: z.array(z.string()),
  optionDetails: z.array(RuleOption),
  needsOneOf: z
    .array(z.string())
    .meta({ description: 'Options of which one must be given before the rule is evaluated.' }),
};

export const RuleListItem = z.strictObject(summary).meta({ description: 'A rule, without its details.' });

export const RuleListResponse = z
  .strictObject({ rules: z.array(RuleListItem) })
  .meta({ description: 'The rules in the order of their ids.' });

export const RuleExample = z
  .strictObject({
    platform: z.string(),
    bad: z.boolean().meta({ description: 'True when it breaks the rule.' }),
    text: z.string(),
  })
  .meta({ description: 'A piece of a workflow that breaks or follows a rule.' });

const DesignerSteps = z.strictObject({
  designer: z.string(),
  platform: z.string(),
  steps: z.array(z.string()),
});

export const RuleResponse = z
  .strictObject({
    ...summary,
    options: z
      .record(z.string(), z.unknown())
      .meta({ description: 'The name of each option and its default.' }),
    examples: z.array(RuleExample),
    designers: z.array(DesignerSteps),
    docsUrl: z.string().meta({ description: 'The public page about the rule.' }),
  })
  .meta({ description: 'A rule with its options and examples.' });

export const PlatformItem = z
  .strictObject({
    platform: z.string().meta({ description: 'Its name in answers.' }),
    title: z.string(),
    aliases: z.array(z.string()).meta({ description: 'Other names that requests may use.' }),
    ruleCount: int32(),
  })
  .meta({ description: 'An automation product whose files are read.' });

export const PlatformListResponse = z
  .strictObject({ platforms: z.array(PlatformItem) })
  .meta({ description: 'The platforms in the order of their identifiers.' });
