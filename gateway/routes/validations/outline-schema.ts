/** Outlines in REST. */
import { z } from 'zod';
import type {
  OutlineEntry as EntryMessage,
  OutlineWorkflow as WorkflowMessage,
} from '../../../src/gen/flowarden/v1/outline.ts';
import { int32, platform, text } from '../../endpoint/answer-members.ts';
import { ValidateFindingSummary } from './validation-schema.ts';

const numbers = (description: string) => z.array(int32()).meta({ description });
const texts = (description: string) => z.array(z.string()).meta({ description });

export const OutlineEntry = z
  .strictObject({
    name: z.string(),
    file: z.string().meta({ description: 'Path in the archive; empty when the upload is the file itself.' }),
    kind: z.string().meta({ description: 'Kind of the file.' }),
    steps: int32().meta({ description: 'Steps in it.' }),
    summary: ValidateFindingSummary,
  } satisfies Record<keyof EntryMessage, z.ZodType>)
  .meta({ description: 'A workflow of the file.' });

export const OutlineWorkflow = z
  .strictObject({
    index: int32().meta({ description: 'Position among the workflows of the file.' }),
    name: z.string(),
    file: z.string().meta({ description: 'Path in the archive; empty when the upload is the file itself.' }),
    platform: platform(),
    kind: z.string().meta({ description: 'Kind of the file.' }),
    steps: int32().meta({ description: 'Steps in the file.' }),
    missingSteps: int32().meta({ description: 'Steps that are not kept, as there are too many.' }),
    texts: texts('Texts that `slot`, `type`, `role` and `when` are positions in.'),
    nodes: z
      .strictObject({
        parent: numbers('The container, or -1; it stands before what is in it.'),
        slot: numbers('Part of the container.'),
        type: numbers("The vendor's name for what it is."),
        role: numbers('What it does, in words that hold on every platform.'),
        name: texts('The name that the author sees, at most 120 characters, secrets masked.'),
        flags: numbers(
          'Sum of 1 (switched off), 2 (unreachable), 4 (steps in it are not kept), 8 (its chart begins with it).',
        ),
      })
      .meta({ description: 'Columns of the steps. A step is a position in them.' }),
    calls: z
      .strictObject({
        node: numbers('The step.'),
        target: texts('What it starts, as the file names it.'),
        page: numbers('The page of the same workflow that it starts, or -1.'),
        workflow: numbers('The workflow of the same file that it starts, or -1.'),
      })
      .meta({ description: 'Columns of the steps that start something else.' }),
    places: z
      .strictObject({
        node: numbers('The step.'),
        x: numbers('Left side.'),
        y: numbers('Upper side.'),
        w: numbers('Width.'),
        h: numbers('Height.'),
      })
      .meta({ description: 'Columns of the places of steps in the designer, where the file has them.' }),
    edges: z
      .strictObject({
        from: numbers('The step that it begins at.'),
        to: numbers('The step that it ends at.'),
        when: numbers('When it is taken, such as `true` or `failed,timedout`.'),
        bends: z
          .array(z.array(int32()))
          .meta({ description: 'Its corners in the designer, x and y in turn, where the file has them.' }),
      })
      .meta({ description: 'Columns of the edges between steps.' }),
    pins: z
      .array(
        z.strictObject({
          findingId: z.string().meta({
            description: 'Id of the finding; of a free scan its position in the list, from 0.',
          }),
          node: int32().meta({ description: 'The step; -1: the workflow as a whole.' }),
          severity: z.string(),
          waived: z.boolean().meta({ description: 'An approved exception covers it.' }),
          change: text('`new`, `severity_changed` or `waiver_changed` since the run before, else null.'),
        }),
      )
      .meta({ description: 'The findings at their places. A finding with several places has several pins.' }),
  } satisfies Record<keyof WorkflowMessage, z.ZodType>)
  .meta({ description: 'A workflow in columns: names and structure, never a value or an expression.' });

export const OutlineResponse = z
  .strictObject({
    workflows: z.array(OutlineEntry).meta({ description: 'One, or the members of an archive.' }),
    workflow: OutlineWorkflow,
  })
  .meta({ description: 'What the picture of a workflow is drawn from.' });
