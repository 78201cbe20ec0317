/** Evidence in REST. */
import { z } from 'zod';
import type {
  ControlEvidence as ControlMessage,
  EvidenceException as ExceptionMessage,
  EvidenceFindings as FindingsMessage,
  EvidenceRule as RuleMessage,
  EvidenceRuns as RunsMessage,
} from '../../../src/gen/flowarden/v1/evidence.ts';
import { instant, int32, platform, text, uuid } from '../../endpoint/answer-members.ts';

const name = (description: string) => z.string().meta({ description });

export const EvidenceRuns = z
  .strictObject({
    platform: platform(),
    ruleset: z.string(),
    policyPack: text('Slug of the policy pack; null: none.'),
    runs: int32(),
    blocked: int32().meta({ description: 'Runs that block, or would block in the blocking mode.' }),
  } satisfies Record<keyof RunsMessage, z.ZodType>)
  .meta({ description: 'Runs of one platform under one ruleset.' });

export const EvidenceRule = z
  .strictObject({
    ruleId: z.string(),
    title: z.string(),
    version: int32(),
    severity: z.string(),
    category: z.string(),
    platforms: z.array(z.string()),
    rulesets: z.array(z.string()).meta({ description: 'Built-in rulesets that have it.' }),
  } satisfies Record<keyof RuleMessage, z.ZodType>)
  .meta({ description: 'A rule of the catalogue that is relevant to the control.' });

export const EvidenceFindings = z
  .strictObject({
    open: int32().meta({ description: 'Findings that no approved exception waives.' }),
    critical: int32(),
    high: int32(),
    medium: int32(),
    low: int32(),
    waived: int32().meta({
      description: 'Findings that an approved exception or a note in the file waives.',
    }),
    firstSeen: int32().meta({
      description: 'Findings that a workflow has had since a moment of the time in question.',
    }),
    workflows: int32().meta({ description: 'Workflows with open or waived findings.' }),
  } satisfies Record<keyof FindingsMessage, z.ZodType>)
  .meta({ description: 'Findings of the runs that the workflows show at `generatedAt`.' });

export const EvidenceException = z
  .strictObject({
    exceptionId: uuid(),
    ruleId: z.string(),
    severity: z.string(),
    fileName: z.string(),
    location: z.string(),
    repository: text(),
    decision: name(
      '`pending`, `approved`, `rejected` or `revoked`; `expiresAt` says whether it has expired.',
    ),
    reason: z.string(),
    requestedAt: instant(),
    requestedBy: z.string(),
    decidedAt: instant().nullable(),
    decidedBy: text('Who approved or rejected it; never who requested it.'),
    decisionNote: text(),
    revokedAt: instant().nullable(),
    revokedBy: text(),
    expiresAt: instant(),
  } satisfies Record<keyof ExceptionMessage, z.ZodType>)
  .meta({ description: 'An exception with who requested and decided it.' });

export const EvidenceControl = z
  .strictObject({
    control: name('Such as `ISO27001:A.8.24`.'),
    rules: z.array(EvidenceRule),
    findings: EvidenceFindings,
    exceptions: z
      .array(EvidenceException)
      .meta({ description: 'Those that existed in the time, newest first, at most 100.' }),
    exceptionCount: int32().meta({ description: 'Number of all of them.' }),
    coveredRuns: int32().meta({
      description: 'Runs of files under built-in rulesets that have one of the rules for their platform.',
    }),
    packRuns: int32().meta({
      description: "Runs of files of the rules' platforms under policy packs, which may switch rules off.",
    }),
  } satisfies Record<keyof ControlMessage, z.ZodType>)
  .meta({ description: 'What is known about one control.' });

export const EvidenceResponse = z
  .strictObject({
    framework: z.string(),
    from: instant(),
    to: instant(),
    generatedAt: instant(),
    runs: z.array(EvidenceRuns).meta({
      description: 'All runs of the time, by platform and ruleset; the same on each page.',
    }),
    items: z.array(EvidenceControl).meta({ description: 'In the order of their ids.' }),
    nextCursor: text('The `cursor` of the next page; null on the last one.'),
  })
  .meta({ description: 'A page of the controls of a framework.' });
