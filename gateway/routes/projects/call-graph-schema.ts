/** Call graph of a project in REST. */
import { z } from 'zod';
import type {
  WorkflowCall as CallMessage,
  CalledWorkflow as WorkflowMessage,
} from '../../../src/gen/flowarden/v1/project.ts';
import { int32, platform, text, uuid } from '../../endpoint/answer-members.ts';
import { ValidateFindingSummary } from '../validations/validation-schema.ts';

export const CalledWorkflow = z
  .strictObject({
    name: z.string().meta({ description: 'Its own name.' }),
    path: z.string().meta({ description: 'Path in the archive.' }),
    platform: platform(),
    validationId: uuid().nullable().meta({ description: 'Validation of its file; null: it has none.' }),
    passed: z.boolean().nullable(),
    score: int32().nullable(),
    wouldBlock: int32()
      .nullable()
      .meta({ description: 'Findings of the file that block, or would block in the blocking mode.' }),
    summary: ValidateFindingSummary.nullable(),
  } satisfies Record<keyof WorkflowMessage, z.ZodType>)
  .meta({ description: 'A workflow that calls another one, or is called.' });

export const WorkflowCall = z
  .strictObject({
    from: int32().meta({ description: 'Position of the caller among the workflows.' }),
    to: int32().nullable().meta({ description: 'Position of the called one; null: it is not found.' }),
    target: text('What the file calls; null: it is found, or chosen at run time.'),
    status: z.string().meta({
      description:
        '`found`, `missing` (the project should contain it, and does not) or `unknown` (outside of the project, or chosen at run time).',
    }),
    count: int32().meta({ description: 'Number of steps that call.' }),
    isCircular: z
      .boolean()
      .meta({ description: 'True: it leads back to where it comes from, and nothing limits how often.' }),
  } satisfies Record<keyof CallMessage, z.ZodType>)
  .meta({ description: 'All calls of one workflow to one target.' });

export const CallGraphResponse = z
  .strictObject({
    workflows: z.array(CalledWorkflow).meta({ description: 'Those that call or are called, at most 1,000.' }),
    calls: z.array(WorkflowCall).meta({ description: 'In the order of their callers, at most 5,000.' }),
    isComplete: z.boolean().meta({ description: 'False: there are more calls.' }),
  })
  .meta({ description: 'Workflows of a project, and what each of them calls.' });
