/** Calls of the estate: workflow files, the findings of all of them, and saved views of both. */
import type {
  AssignFindingsRequest,
  AssignmentResponse,
  BacklogGroup as BacklogGroupItem,
  BacklogResponse,
  ChannelItem,
  ChannelListResponse,
  CreateViewRequest,
  FindingCountGroup,
  FindingCountsResponse,
  FindingItem,
  FindingListResponse,
  InventoryResponse,
  StatisticsPoint,
  StatisticsResponse,
  UpdateWorkflowRequest,
  ViewListResponse,
  ViewResponse,
  WorkflowHistoryResponse,
  WorkflowItem,
  WorkflowListResponse,
  WorkflowRunItem,
} from '../../../src/gen/contract/answers.ts';
import type { QueryValues } from '../../routing/paths.ts';
import { defineCall } from '../define-call.ts';

export type { ChannelEnd, InventoryItem } from '../../../src/gen/contract/answers.ts';
export type Channel = ChannelItem;
export type Workflow = WorkflowItem;
export type WorkflowRun = WorkflowRunItem;
export type EstateFinding = FindingItem;
export type FindingCounts = FindingCountsResponse;
export type FindingGroup = FindingCountGroup;
export type DayStatistics = StatisticsPoint;
export type Statistics = StatisticsResponse;
export type Backlog = BacklogResponse;
export type BacklogGroup = BacklogGroupItem;

type Filtered = { readonly query: QueryValues };
type OfWorkflow = { readonly params: { readonly workflowId: string } };

export const listWorkflows = defineCall<WorkflowListResponse, Filtered>('GET', '/api/v1/workflows');
export const getWorkflow = defineCall<Workflow, OfWorkflow>('GET', '/api/v1/workflows/{workflowId}');
export const updateWorkflow = defineCall<Workflow, OfWorkflow & { body: UpdateWorkflowRequest }>(
  'PATCH',
  '/api/v1/workflows/{workflowId}',
);
export const deleteWorkflow = defineCall<null, OfWorkflow>('DELETE', '/api/v1/workflows/{workflowId}');
export const listWorkflowRuns = defineCall<WorkflowHistoryResponse, OfWorkflow>(
  'GET',
  '/api/v1/workflows/{workflowId}/history',
);
export const listChannels = defineCall<ChannelListResponse, Filtered>('GET', '/api/v1/channels');
export const listInventory = defineCall<InventoryResponse, Filtered>('GET', '/api/v1/inventory');
export const listFindings = defineCall<FindingListResponse, Filtered>('GET', '/api/v1/findings');
export const assignFindings = defineCall<AssignmentResponse, { body: AssignFindingsRequest }>(
  'POST',
  '/api/v1/findings/assignments',
);
export const countFindings = defineCall<FindingCounts, Filtered>('GET', '/api/v1/findings/counts');
export const getBacklog = defineCall<BacklogResponse, Filtered>('GET', '/api/v1/backlog');
export const getStatistics = defineCall<Statistics, Filtered>('GET', '/api/v1/statistics');

const VIEWS = '/api/v1/views';

export const listViews = defineCall<ViewListResponse>('GET', VIEWS);
export const createView = defineCall<ViewResponse, { body: CreateViewRequest }>('POST', VIEWS);
export const deleteView = defineCall<null, { readonly params: { readonly id: string } }>(
  'DELETE',
  `${VIEWS}/{id}`,
);
