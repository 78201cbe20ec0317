import type { Rule } from '../../analysis/model/rule.ts';
import type { ReadBy } from '../../contract/complete.ts';
import type { ChannelList } from '../../contract/lists/estate.ts';
import { NO_OWNER } from '../../contract/lists/estate.ts';
import { FIELD_LIMITS } from '../../gen/contract/field-limits.ts';
import type {
  FindingFilters as FiltersMessage,
  GetBacklogRequest,
  ListChannelsRequest,
  ListWorkflowsRequest,
} from '../../gen/flowarden/v1/estate.ts';
import type { Caller } from '../../service/access/caller.ts';
import { findControl } from '../../service/frameworks/frameworks.ts';
import type { BacklogQuery } from '../../service/results/backlog/backlog-store.ts';
import type { ChannelFilters } from '../../service/results/estate/channels-store.ts';
import type { FindingFilters } from '../../service/results/estate/findings-store.ts';
import type { OwnerFilters } from '../../service/results/estate/owner-conditions.ts';
import type { Paging } from '../../service/results/estate/paging.ts';
import type { WorkflowFilters } from '../../service/results/estate/workflows-store.ts';
import {
  choiceField,
  optionalText,
  pageSizeField,
  platformField,
  requiredTime,
  textField,
  uuidField,
} from './fields.ts';
import type { PageMember } from './list-filters.ts';

/** Reads the filters of workflows. @throws AppError of the first that is wrong */
export function workflowFilters(
  request: ReadBy<
    ListWorkflowsRequest,
    Exclude<keyof WorkflowFilters, 'text'> | 'q' | 'minScore' | 'maxScore' | 'sort' | PageMember
  >,
): WorkflowFilters {
  const { platform, repository, q, minScore, maxScore, wouldBlock, sourceId } = request;
  return {
    platform: platform ? platformField(platform) : null,
    repository: text('repository', repository),
    text: text('q', q),
    scoreMin: minScore ?? null,
    scoreMax: maxScore ?? null,
    wouldBlock: wouldBlock ?? null,
    sourceId: sourceId ? uuidField('source_id', sourceId) : null,
    ...ownerFilters(request),
  };
}

/** Reads the filters of findings. @throws AppError of the first that is wrong */
export function findingFilters(
  filters:
    | Partial<
        ReadBy<FiltersMessage, Exclude<keyof FindingFilters, 'text' | 'reader' | 'ruleIds'> | 'q' | 'control'>
      >
    | undefined,
  { kind, actorId }: Pick<Caller, 'kind' | 'actorId'>,
  rules: readonly Rule[],
): FindingFilters {
  const {
    severity = '',
    category = '',
    ruleId,
    platform,
    repository,
    workflowId,
    sourceId,
    q,
    status = '',
    since,
    before,
    control = '',
    assigned = '',
    ticket,
  } = filters ?? {};
  return {
    severity: choiceField(severity),
    category: choiceField(category),
    ruleId: text('rule_id', ruleId),
    platform: platform ? platformField(platform) : null,
    repository: text('repository', repository),
    workflowId: workflowId ? uuidField('workflow_id', workflowId) : null,
    sourceId: sourceId ? uuidField('source_id', sourceId) : null,
    text: text('q', q),
    status: choiceField(status) ?? 'open',
    since: since ?? null,
    before: before ?? null,
    ruleIds: control === '' ? null : (findControl(control, rules)?.rules ?? []).map(({ id }) => id),
    assigned: choiceField(assigned),
    ticket: text('ticket', ticket),
    reader: kind === 'user' ? actorId : null,
    ...ownerFilters(filters ?? {}),
  };
}

/** Reads the filters of channels. @throws AppError of the first that is wrong */
export function channelFilters({
  kind,
  q,
  workflowId,
  show,
}: ReadBy<
  ListChannelsRequest,
  Exclude<keyof ChannelFilters, 'text' | 'isJoined'> | 'q' | 'show' | PageMember
>): ChannelFilters {
  return {
    kind: choiceField(kind),
    text: text('q', q),
    workflowId: workflowId ? uuidField('workflow_id', workflowId) : null,
    isJoined: (choiceField<ChannelList>(show) ?? 'joined') === 'joined',
  };
}

/** Reads which time and workflows the backlog is about. @throws AppError of the first that is wrong */
export function backlogQuery({
  from,
  to,
  repository,
  ownerTeamId,
}: ReadBy<GetBacklogRequest, keyof BacklogQuery | 'group'>): BacklogQuery {
  return {
    from: requiredTime('from', from),
    to: requiredTime('to', to),
    repository: text('repository', repository),
    ownerTeamId: ownerFilters(ownerTeamId === undefined ? {} : { ownerTeamId }).ownerTeamId,
  };
}

/** Reads the filters by owner, criticality and class of data. */
function ownerFilters({
  ownerTeamId = '',
  criticality = '',
  dataClass = '',
}: Partial<Pick<FiltersMessage, keyof OwnerFilters>>): OwnerFilters {
  const isNone = ownerTeamId === '' || ownerTeamId === NO_OWNER;
  return {
    ownerTeamId: isNone ? textField(ownerTeamId) : uuidField('owner_team_id', ownerTeamId),
    criticality: choiceField(criticality),
    dataClass: choiceField(dataClass),
  };
}

/** Position and size of a page in a request. */
interface PageRequest {
  readonly cursor: string;
  readonly pageSize: number;
}

/** Returns the position and size of a page. */
export function pagingOf({ cursor, pageSize }: PageRequest): Paging {
  return { cursor: cursor === '' ? null : cursor, pageSize: pageSizeField(pageSize) };
}

function text(field: string, value: string | undefined): string | null {
  return optionalText(field, value ?? '', FIELD_LIMITS['FeedFilters.repository'].maxLength);
}
