/** The estate in REST. */
import { z } from 'zod';
import type {
  FindingCount as CountMessage,
  StatisticsPoint as PointMessage,
  WorkflowRun as RunMessage,
  Workflow as WorkflowMessage,
} from '../../../src/gen/flowarden/v1/estate.ts';
import { instant, int32, lineNumber, platform, text, uuid } from '../../endpoint/answer-members.ts';
import { ValidateFindingSummary } from '../validations/validation-schema.ts';

const delta = (description: string) => z.int32().nullable().meta({ description, format: 'int32' });
const wouldBlock = () =>
  int32().meta({ description: 'Findings that block, or would block in the blocking mode.' });
const nextCursor = () => text('The `cursor` of the next page; null on the last one.');

export const WorkflowItem = z
  .strictObject({
    workflowId: uuid(),
    filename: text('Path of the file.'),
    platform: platform(),
    kind: text('What the file is on its platform.'),
    repository: text(),
    branch: text(),
    environment: text(),
    source: text(),
    validationId: uuid(),
    score: int32(),
    scoreDelta: delta('Change against the run before; null when there was none.'),
    scores: z.array(int32()).meta({ description: 'Scores of the last 30 runs, the oldest first.' }),
    passed: z.boolean(),
    wouldBlock: wouldBlock(),
    summary: ValidateFindingSummary,
    validatedAt: instant(),
    firstSeenAt: instant(),
  } satisfies Record<keyof WorkflowMessage, z.ZodType>)
  .meta({ description: 'A workflow file, as the run that it shows saw it.' });

export const WorkflowListResponse = z
  .strictObject({
    items: z.array(WorkflowItem),
    nextCursor: nextCursor(),
    total: int32().meta({
      description: 'Number of workflows that match, counted up to 10,000; 10,001: there are more.',
    }),
  })
  .meta({ description: 'A page of the workflows.' });

export const WorkflowRunItem = z
  .strictObject({
    validationId: uuid(),
    score: int32(),
    scoreDelta: delta('Change against the run that it was compared with; null when there was none.'),
    passed: z.boolean(),
    wouldBlock: wouldBlock(),
    summary: ValidateFindingSummary,
    newFindings: int32(),
    resolvedFindings: int32(),
    validatedAt: instant(),
    branch: text(),
    commit: text(),
    label: text(),
    ownerName: text(),
  } satisfies Record<keyof RunMessage, z.ZodType>)
  .meta({ description: 'A run of a workflow.' });

export const WorkflowHistoryResponse = z
  .strictObject({
    items: z.array(WorkflowRunItem).meta({ description: 'Newest first.' }),
    nextCursor: nextCursor(),
  })
  .meta({ description: 'A page of the runs of a workflow.' });

export const FindingItem = z
  .strictObject({
    findingId: uuid(),
    workflowId: uuid(),
    validationId: uuid(),
    filename: text('Path of the file.'),
    platform: platform(),
    repository: text(),
    branch: text(),
    ruleId: z.string(),
    rule: text("The rule's title."),
    severity: z.string().meta({ description: '`critical`, `high`, `medium` or `low`.' }),
    category: z.string(),
    location: text('The way to the element, in the names that the author sees.'),
    line: lineNumber(),
    description: text('What is wrong and why it matters.'),
    exceptionId: text('UUID of the exception that concerns the finding.'),
    exceptionStatus: z
      .string()
      .meta({ description: '`none`, `pending`, `approved`, `rejected`, `expired` or `revoked`.' }),
    since: instant().meta({ description: 'Time of the first run of the workflow that has it.' }),
  })
  .meta({ description: 'A finding of the run that a workflow shows.' });

export const FindingListResponse = z
  .strictObject({
    items: z.array(FindingItem).meta({ description: 'The most severe first, of these the newest.' }),
    nextCursor: nextCursor(),
  })
  .meta({ description: 'A page of the findings.' });

export const FindingCountGroup = z
  .strictObject({
    key: z.string().meta({
      description: 'Id of the rule or of the workflow; name of the severity, platform or category.',
    }),
    name: text('Title of the rule, or path of the workflow.'),
    count: int32(),
    critical: int32(),
    high: int32(),
    medium: int32(),
    low: int32(),
    workflows: int32().meta({ description: 'Workflows that have them.' }),
  } satisfies Record<keyof CountMessage, z.ZodType>)
  .meta({ description: 'The findings of one rule, severity, platform, category or workflow.' });

export const FindingCountsResponse = z
  .strictObject({
    by: z.string(),
    total: int32().meta({ description: 'All findings that match.' }),
    workflows: int32().meta({ description: 'Workflows that have them.' }),
    groups: z.array(FindingCountGroup).meta({ description: 'At most 200, most findings first.' }),
    isComplete: z.boolean().meta({ description: 'False: there are more groups.' }),
  })
  .meta({ description: 'Counts of the findings.' });

export const StatisticsPoint = z
  .strictObject({
    day: z.string().meta({ description: 'Day in UTC, such as `2026-03-02`.' }),
    runs: int32(),
    blocked: int32().meta({ description: 'Runs that block, or would block in the blocking mode.' }),
    meanScore: z.number(),
    newFindings: int32().meta({
      description: 'Findings that were new in a run against the one before; a first run has none.',
    }),
    resolvedFindings: int32(),
  } satisfies Record<keyof PointMessage, z.ZodType>)
  .meta({ description: 'The runs of one day.' });

export const StatisticsSeries = z
  .strictObject({
    key: text('Value that the runs share; null when they have none, or all runs are together.'),
    points: z.array(StatisticsPoint).meta({ description: 'Days with runs, in order.' }),
  })
  .meta({ description: 'The days of one group.' });

export const StatisticsResponse = z
  .strictObject({
    from: instant(),
    to: instant(),
    by: z.string().meta({ description: '`day`.' }),
    group: text('`platform`, `source` or `environment`; null: all runs together.'),
    series: z.array(StatisticsSeries),
  })
  .meta({ description: 'Runs by day.' });
