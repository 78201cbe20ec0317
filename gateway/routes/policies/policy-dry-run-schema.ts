/** Dry runs of policy packs in REST. */
import { z } from 'zod';
import { instant, int32, text, uuid } from '../../endpoint/answer-members.ts';

const known = () =>
  z.string().meta({ description: '`exact`, or `reanalysis`: the file was analysed again.' });

const PolicyFlip = z.strictObject({
  validationId: uuid(),
  path: z.string(),
  platform: z.string(),
  repository: text(),
  branch: text(),
  environment: text(),
  passes: z.boolean(),
  class: known(),
  rules: z.array(z.string()).meta({ description: 'Those that block.' }),
});

const PolicyFindingChange = z.strictObject({
  ruleId: z.string(),
  severityBefore: text('Null: the findings would be new.'),
  severityAfter: text('Null: the findings would be gone.'),
  findings: int32(),
  workflows: int32(),
  class: known(),
});

const PolicyDryRunResult = z.strictObject({
  workflows: z
    .record(z.string(), int32())
    .meta({ description: 'By class: `exact`, `reanalysis`, `unknown`.' }),
  reasons: z.record(z.string(), int32()).meta({
    description: 'Workflows by reason.',
  }),
  passToFail: int32().meta({ description: 'Would no longer pass.' }),
  failToPass: int32().meta({ description: 'Would pass now.' }),
  verdictUnknown: int32().meta({ description: 'Either.' }),
  flips: z.array(PolicyFlip).meta({ description: 'The first 1,000.' }),
  changes: z.array(PolicyFindingChange).meta({ description: 'By rule and severity.' }),
  unknownRules: z.record(z.string(), int32()).meta({ description: 'Workflows by rule.' }),
  score: z
    .strictObject({
      better: int32(),
      worse: int32(),
      unchanged: int32(),
      delta: int32().meta({ description: 'Sum of the differences.' }),
    })
    .meta({ description: 'Workflows whose new score is known.' }),
  lostExceptions: z.array(uuid()).meta({
    description: 'Those without a target, the first 1,000.',
  }),
  lostExceptionsCount: int32(),
});

export const PolicyDryRunResponse = z
  .strictObject({
    id: uuid(),
    slug: z.string(),
    version: z.string(),
    status: z.string().meta({ description: '`running`, `completed` or `failed`.' }),
    environment: text('Null: all.'),
    branch: text('Null: all.'),
    days: int32().nullable().meta({ description: 'Age of the runs; null: any.' }),
    runs: int32().nullable().meta({ description: 'The last runs; null: any number.' }),
    done: int32().meta({ description: 'Workflows that are done.' }),
    total: int32().nullable().meta({
      description: 'Workflows, at most 10,000; null: not known yet.',
    }),
    requestedBy: text('Who started it.'),
    createdAt: instant(),
    endedAt: instant().nullable(),
    error: z
      .strictObject({ code: z.string(), message: z.string() })
      .nullable()
      .meta({ description: 'Why it failed.' }),
    result: PolicyDryRunResult.nullable().meta({ description: 'Null until it is completed.' }),
  })
  .meta({ description: 'A dry run of a policy pack.' });
