/** Calls of the estate: workflow files and the findings of all of them. */
import type { z } from 'zod';
import type {
  FindingCountGroup,
  FindingCountsResponse,
  FindingItem,
  FindingListResponse,
  StatisticsPoint,
  StatisticsResponse,
  WorkflowHistoryResponse,
  WorkflowItem,
  WorkflowListResponse,
  WorkflowRunItem,
} from '../../../gateway/routes/estate/estate-schema.ts';
import type { QueryValues } from '../../routing/paths.ts';
import { defineCall } from '../define-call.ts';

export type Workflow = z.output<typeof WorkflowItem>;
export type WorkflowRun = z.output<typeof WorkflowRunItem>;
export type EstateFinding = z.output<typeof FindingItem>;
export type FindingCounts = z.output<typeof FindingCountsResponse>;
export type FindingGroup = z.output<typeof FindingCountGroup>;
export type DayStatistics = z.output<typeof StatisticsPoint>;
export type Statistics = z.output<typeof StatisticsResponse>;

type Filtered = { readonly query: QueryValues };
type OfWorkflow = { readonly params: { readonly workflowId: string } };

export const listWorkflows = defineCall<z.output<typeof WorkflowListResponse>, Filtered>(
  'GET',
  '/api/v1/workflows',
);
export const getWorkflow = defineCall<Workflow, OfWorkflow>('GET', '/api/v1/workflows/{workflowId}');
export const deleteWorkflow = defineCall<null, OfWorkflow>('DELETE', '/api/v1/workflows/{workflowId}');
export const listWorkflowRuns = defineCall<z.output<typeof WorkflowHistoryResponse>, OfWorkflow>(
  'GET',
  '/api/v1/workflows/{workflowId}/history',
);
export const listFindings = defineCall<z.output<typeof FindingListResponse>, Filtered>(
  'GET',
  '/api/v1/findings',
);
export const countFindings = defineCall<FindingCounts, Filtered>('GET', '/api/v1/findings/counts');
export const getStatistics = defineCall<Statistics, Filtered>('GET', '/api/v1/statistics');
