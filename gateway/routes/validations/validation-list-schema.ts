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
      description: 'Critical and high findings that are not waived: what the blocking mode would stop.',
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
  } satisfies Record<keyof ValidationSummary, z.ZodType>)
  .meta({ description: 'A validation as the feed shows it.' });

export const ValidationListResponse = z
  .strictObject({
    validations: z.array(ValidationListItem).meta({ description: 'Newest first.' }),
    nextCursor: text('The `cursor` of the next page; null on the last one.'),
  })
  .meta({ description: 'A page of the feed.' });
