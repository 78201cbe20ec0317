/** Feed of validations in REST. */
import { z } from 'zod';
import type { ValidationSummary } from '../../../src/gen/flowarden/v1/validation.ts';
import { instant, int32, int64, platform, text, uuid } from '../../endpoint/answer-members.ts';
import { ValidateFindingSummary, ValidatePipelineContext } from './validation-schema.ts';

export const ValidationListItem = z
  .strictObject({
    validationId: uuid(),
    passed: z.boolean(),
    wouldBlock: int32().meta({
      description: 'Findings that block, or would block in the mode `blocking`.',
    }),
    score: int32(),
    enforcementMode: text(),
    platform: platform(),
    ruleset: text(),
    filename: text('Path of the file.'),
    label: text(),
    source: text(),
    summary: ValidateFindingSummary,
    pipeline: ValidatePipelineContext,
    validatedAt: instant(),
    validationMs: int64(),
    ownerName: text(),
    reportUrl: text(),
    status: z.string().meta({ description: '`completed`.' }),
    scoreDelta: int32()
      .nullable()
      .meta({ description: 'This score minus that of the previous run; null at the first.' }),
    isRegression: z.boolean().meta({ description: 'The score fell, or a critical or high finding is new.' }),
    newFindingsCount: int32().meta({ description: 'Findings that the previous run did not have.' }),
    branch: text(),
    environment: text('The environment whose settings decided.'),
    projectValidationId: uuid().nullable().meta({ description: 'The project that it is a file of.' }),
  } satisfies Record<keyof ValidationSummary, z.ZodType>)
  .meta({ description: 'A validation as the feed shows it.' });

export const ValidationListResponse = z
  .strictObject({
    validations: z.array(ValidationListItem).meta({ description: 'Newest first.' }),
    nextCursor: text('The `cursor` of the next page; null on the last one.'),
  })
  .meta({ description: 'A page of the feed.' });
