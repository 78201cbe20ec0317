/** Validation of a project in REST. */
import { z } from 'zod';
import { instant, int32, int64, platform, text, uuid } from '../../endpoint/answer-members.ts';
import {
  ValidateBlockingFinding,
  ValidateDiff,
  ValidateFinding,
  ValidateFindingSummary,
  ValidatePipelineContext,
} from '../validations/validation-schema.ts';

const wouldBlock = (absence: string) =>
  int32()
    .nullable()
    .meta({ description: `Findings that block, or would block in the mode \`blocking\`; ${absence}.` });

const STATUSES = '`queued`, `running`, `completed` or `failed`.';

export const ProjectErrorDetail = z
  .strictObject({
    code: z.string().meta({ description: 'A stable code, as those of errors.' }),
    message: z.string().meta({ description: 'What is wrong.' }),
  })
  .meta({ description: 'Reason why a file or project was not validated.' });

export const ProjectItem = z
  .strictObject({
    path: z.string().meta({ description: 'Path in the archive.' }),
    platform: platform(),
    status: z.string().meta({
      description:
        '`queued`, `completed`, `failed` or `skipped` (no workflow; with a `platform`: read as a part of the project, as its settings are).',
    }),
    validationId: uuid()
      .nullable()
      .meta({ description: "The file's own validation: read it at `/api/v1/results/{validationId}`." }),
    passed: z.boolean().nullable(),
    score: int32().nullable(),
    summary: ValidateFindingSummary.nullable(),
    error: ProjectErrorDetail.nullable(),
    wouldBlock: wouldBlock('null without a result'),
  })
  .meta({ description: 'One file of a project.' });

export const ProjectBlockingFinding = z
  .strictObject({
    path: z.string().meta({ description: 'Path in the archive of the file that it is in.' }),
    validationId: uuid()
      .nullable()
      .meta({ description: "The file's own validation; null for a finding across files." }),
    catalogRuleId: text("The rule's id in the catalogue."),
    ...ValidateBlockingFinding.shape,
  })
  .meta({ description: 'A finding that makes the gate of a project fail.' });

export const ProjectResponse = z
  .strictObject({
    projectValidationId: uuid(),
    orgId: uuid(),
    status: z.string().meta({ description: STATUSES }),
    source: text(),
    label: text('The tag that the caller sent.'),
    filename: text("The archive's name. Runs of one name and repository are compared."),
    sizeBytes: int64(),
    sha256: text('SHA-256 of the archive, hexadecimal.'),
    fileCount: int32().meta({ description: 'Files in the archive.' }),
    processedCount: int32().meta({ description: 'Files that are done, with any outcome.' }),
    failedCount: int32().meta({ description: 'Of these, files that could not be validated.' }),
    skippedCount: int32().meta({
      description: 'Of these, files that are no workflows and no parts of the project.',
    }),
    passed: z.boolean().nullable().meta({
      description:
        'True if nothing blocks and no file failed; null until it has ended, false when it failed.',
    }),
    score: int32().nullable().meta({
      description: 'Health score of the project (`project-score-v1`), 1 to 100; null until it is completed.',
    }),
    enforcementMode: text('The mode used: `advisory`, `warning` or `blocking`.'),
    ruleset: text('The ruleset used.'),
    environment: text('The environment that was named.'),
    summary: ValidateFindingSummary.nullable(),
    items: z
      .array(ProjectItem)
      .meta({ description: 'The files in the order of the archive, at most 1,000.' }),
    itemsNextCursor: text('The `cursor` of the next files; null when there are no more.'),
    blockingFindings: z.array(ProjectBlockingFinding).meta({
      description:
        'Findings that make the gate fail, in files and across them, at most 1,000; empty unless the mode is `blocking`.',
    }),
    blockingFindingsCount: int32().meta({
      description: 'Number of findings that make the gate fail, including those not listed.',
    }),
    wouldBlock: wouldBlock('null until it is completed'),
    projectFindings: z.array(ValidateFinding).meta({
      description: 'Findings across files: calls without a target, arguments that do not match.',
    }),
    pipeline: ValidatePipelineContext,
    diff: ValidateDiff.nullable(),
    error: ProjectErrorDetail.nullable(),
    queuedAt: instant(),
    startedAt: instant().nullable(),
    completedAt: instant().nullable(),
    durationMs: int64().nullable(),
    reportUrl: text('Page for people, which says how the result is read.'),
  })
  .meta({ description: 'The validation of a project, in any state.' });

export const ProjectListItem = z
  .strictObject({
    projectValidationId: uuid(),
    status: z.string().meta({ description: STATUSES }),
    passed: z.boolean().nullable().meta({
      description:
        'True if nothing blocks and no file failed; null until it has ended, false when it failed.',
    }),
    wouldBlock: wouldBlock('null until it is completed'),
    score: int32().nullable(),
    enforcementMode: text(),
    ruleset: text(),
    environment: text(),
    filename: text("The archive's name."),
    fileCount: int32().meta({ description: 'Files in the archive.' }),
    label: text(),
    source: text(),
    summary: ValidateFindingSummary.nullable(),
    pipeline: ValidatePipelineContext,
    error: ProjectErrorDetail.nullable(),
    queuedAt: instant(),
    startedAt: instant().nullable(),
    completedAt: instant().nullable(),
    durationMs: int64().nullable(),
    ownerName: text(),
    reportUrl: text(),
    processedCount: int32().meta({ description: 'Files that are done, with any outcome.' }),
    failedCount: int32().nullable().meta({
      description: 'Of these, files that could not be validated; null where they were not counted.',
    }),
    skippedCount: int32().nullable().meta({
      description:
        'Of these, files that are no workflows and no parts of the project; null where they were not counted.',
    }),
    scoreDelta: int32().nullable(),
    isRegression: z.boolean().nullable(),
    newFindingsCount: int32().nullable(),
  })
  .meta({ description: 'A validation of a project as the list shows it.' });

export const ProjectListResponse = z
  .strictObject({
    projects: z.array(ProjectListItem).meta({ description: 'Newest first.' }),
    nextCursor: text('The `cursor` of the next page; null on the last one.'),
  })
  .meta({ description: 'A page of the projects.' });
