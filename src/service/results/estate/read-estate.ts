/** The use cases of the estate: workflows, their runs and their findings. */
import type { CountKey, WorkflowOrder } from '../../../contract/lists/estate.ts';
import { AppError } from '../../../errors.ts';
import { readList } from '../../../infra/database/bounded-read.ts';
import type { Sql } from '../../../infra/database/connections.ts';
import { keepsChannels } from './channel-ends-store.ts';
import { type Channel, type ChannelFilters, listChannels } from './channels-store.ts';
import {
  countFindings,
  type EstateFinding,
  type FindingCounts,
  type FindingFilters,
  listOpenFindings,
} from './findings-store.ts';
import type { ListPage, Paging } from './paging.ts';
import {
  countWorkflows,
  type EstateWorkflow,
  findWorkflow,
  listRuns,
  listWorkflows,
  type WorkflowFilters,
  type WorkflowRun,
} from './workflows-store.ts';

/** Number up to which the workflows of a list are counted. */
const WORKFLOWS_COUNTED_MAX = 10_000;

/** Groups that findings are counted in. */
const FINDING_GROUPS_MAX = 200;

/** A page of workflows with the number of all that match. */
export interface WorkflowPage extends ListPage<EstateWorkflow> {
  /** One more than `workflowsCountedMax`: there are more. */
  readonly total: number;
}

/** Reads one page of the workflows. @throws AppError `invalid_cursor`, `query_timeout` */
export async function readEstate(
  sql: Sql,
  orgId: string,
  { filters, order }: { readonly filters: WorkflowFilters; readonly order: WorkflowOrder },
  paging: Paging,
): Promise<WorkflowPage> {
  return readList(sql, orgId, async (transaction) => {
    const [page, total] = await Promise.all([
      listWorkflows(transaction, filters, order, paging),
      countWorkflows(transaction, filters, WORKFLOWS_COUNTED_MAX),
    ]);
    return { ...page, total };
  });
}

/** Reads a workflow. @throws AppError `not_found` */
export async function readEstateWorkflow(sql: Sql, orgId: string, id: string): Promise<EstateWorkflow> {
  return requireFound(await readList(sql, orgId, (transaction) => findWorkflow(transaction, id)));
}

/** Reads one page of the runs of a workflow. @throws AppError `not_found`, `invalid_cursor`, `query_timeout` */
export async function readRuns(
  sql: Sql,
  orgId: string,
  id: string,
  paging: Paging,
): Promise<ListPage<WorkflowRun>> {
  return readList(sql, orgId, async (transaction) =>
    listRuns(transaction, requireFound(await findWorkflow(transaction, id)), paging),
  );
}

/** Reads one page of the findings. @throws AppError `invalid_cursor`, `query_timeout` */
export async function readFindings(
  sql: Sql,
  orgId: string,
  filters: FindingFilters,
  paging: Paging,
): Promise<ListPage<EstateFinding>> {
  return readList(sql, orgId, (transaction) => listOpenFindings(transaction, filters, paging));
}

/** Counts the findings. @throws AppError `query_timeout` */
export async function readFindingCounts(
  sql: Sql,
  orgId: string,
  filters: FindingFilters,
  by: CountKey,
): Promise<FindingCounts> {
  return readList(sql, orgId, (transaction) => countFindings(transaction, filters, by, FINDING_GROUPS_MAX));
}

/** A page of channels. */
export interface ChannelPage extends ListPage<Channel> {
  /** False: the organisation has not switched them on. */
  readonly isEnabled: boolean;
}

/** Reads one page of the channels between workflows. @throws AppError `invalid_cursor`, `query_timeout` */
export async function readChannels(
  sql: Sql,
  orgId: string,
  filters: ChannelFilters,
  paging: Paging,
): Promise<ChannelPage> {
  return readList(sql, orgId, async (transaction) => {
    const [page, isEnabled] = await Promise.all([
      listChannels(transaction, filters, paging),
      keepsChannels(transaction),
    ]);
    return { ...page, isEnabled };
  });
}

/** Returns a workflow that was found. @throws AppError `not_found` when none was */
export function requireFound(workflow: EstateWorkflow | undefined): EstateWorkflow {
  if (workflow !== undefined) return workflow;
  throw new AppError('not_found', 'There is no workflow with this id in this organisation.');
}
