/** The validation of a project as REST writes it. */
import { z } from 'zod';
import { instant, int32, int64, text, uuid } from './members.ts';
import { ValidateDiff, ValidateFinding, ValidateFindingSummary, ValidatePipelineContext } from './report.ts';

const STATUSES = '`queued`, `running`, `completed` or `failed`.';

export const ProjectErrorDetail = z
  .strictObject({
    code: z.string().meta({ description: 'A stable code, as those of errors.' }),
    message: z.string().meta({ description: 'What is wrong.' }),
  })
  .meta({ description: 'Why something was not validated.' });

export const ProjectItem = z
  .strictObject({
    path: z.string().meta({ description: 'Path in the archive.' }),
    platform: text("The platform's identifier."),
    status: z.string().meta({ description: '`queued`, `completed`, `failed` or `skipped` (no workflow).' }),
    validationId: uuid()
      .nullable()
      .meta({ description: "The file's own validation: read it at `/api/v1/results/{validationId}`." }),
    passed: z.boolean().nullable(),
    score: int32().nullable(),
    summary: ValidateFindingSummary.nullable(),
    error: ProjectErrorDetail.nullable(),
  })
  .meta({ description: 'One file of a project.' });

export const ProjectResponse = z
  .strictObject({
    projectValidationId: uuid(),
    orgId: uuid(),
    status: z.string().meta({ description: STATUSES }),
    source: text(),
    filename: text("The archive's name. Runs of one name are compared."),
    sizeBytes: int64(),
    sha256: text('SHA-256 of the archive, hexadecimal.'),
    fileCount: int32().meta({ description: 'Files in the archive.' }),
    processedCount: int32().meta({ description: 'Files that are done, whatever came out.' }),
    failedCount: int32().meta({ description: 'Of these, files that could not be validated.' }),
    skippedCount: int32().meta({ description: 'Of these, files that are no workflows.' }),
    passed: z
      .boolean()
      .nullable()
      .meta({ description: 'Whether nothing blocks and no file failed; null until it is completed.' }),
    score: int32()
      .nullable()
      .meta({ description: 'Health score of all findings, 1 to 100; null until it is completed.' }),
    enforcementMode: text("The organisation's mode: `advisory`, `warning` or `blocking`."),
    summary: ValidateFindingSummary.nullable(),
    items: z
      .array(ProjectItem)
      .meta({ description: 'The files in the order of the archive, at most 1,000.' }),
    itemsNextCursor: text('The `cursor` of the next files; null when there are no more.'),
    projectFindings: z.array(ValidateFinding).meta({
      description: 'What is wrong between files: calls that lead nowhere, arguments that do not fit.',
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
