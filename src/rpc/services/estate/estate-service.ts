/** `flowarden.v1.EstateService`: the workflows of an organisation, their runs and their findings. */

import { type PlatformNaming, platformName } from '../../../analysis/model/platform.ts';
import type { Rule } from '../../../analysis/model/rule.ts';
import { type Complete, withoutNulls } from '../../../contract/complete.ts';
import {
  type BacklogGroup,
  COUNT_KEYS,
  type CountKey,
  type StatisticsGroup,
  type WorkflowOrder,
} from '../../../contract/lists/estate.ts';
import {
  type Channel as ChannelMessage,
  type FindingCount as CountMessage,
  EstateServiceService,
  type WorkflowFinding as FindingMessage,
  type WorkflowRun as RunMessage,
  type StatisticsSeries as SeriesMessage,
  type UpdateWorkflowRequest,
  type Workflow as WorkflowMessage,
} from '../../../gen/flowarden/v1/estate.ts';
import type { Sql } from '../../../infra/database/connections.ts';
import { assignFindings, requireVisible } from '../../../service/assignments/assign-findings.ts';
import { readBacklog } from '../../../service/results/backlog/read-backlog.ts';
import type { Channel, ChannelUser } from '../../../service/results/estate/channels-store.ts';
import { removeWorkflow } from '../../../service/results/estate/delete-workflow.ts';
import type { EstateFinding, FindingCount } from '../../../service/results/estate/findings-store.ts';
import {
  readChannels,
  readEstate,
  readEstateWorkflow,
  readFindingCounts,
  readFindings,
  readRuns,
} from '../../../service/results/estate/read-estate.ts';
import { createStatistics } from '../../../service/results/estate/statistics.ts';
import type { StatisticsSeries } from '../../../service/results/estate/statistics-store.ts';
import type { EstateWorkflow, WorkflowRun } from '../../../service/results/estate/workflows-store.ts';
import { changeWorkflow } from '../../../service/teams/change-workflow.ts';
import type { StatedFacts } from '../../../service/teams/owners-store.ts';
import { readNarrowed } from '../../../service/teams/require-own-repository.ts';
import { toFinding } from '../../convert/convert-result.ts';
import {
  backlogQuery,
  channelFilters,
  findingFilters,
  pagingOf,
  workflowFilters,
} from '../../convert/estate-filters.ts';
import { choiceField, requiredChoice, requiredTime, textField, uuidField } from '../../convert/fields.ts';
import { defineService, type Service } from '../../server/service.ts';
import { changeOf, type FieldReaders, maskedChanges } from '../change.ts';

/** Parts that the service is made of. */
export interface EstateServiceDeps {
  readonly sql: Sql;
  readonly loadRules: () => Promise<readonly Rule[]>;
  readonly platformNames: PlatformNaming | undefined;
}

/** Creates the service. */
export function estateService({ sql, loadRules, platformNames }: EstateServiceDeps): Service {
  const statistics = createStatistics(sql);
  return defineService(EstateServiceService, {
    listWorkflows: {
      async handle(request, { caller }) {
        const order = choiceField<WorkflowOrder>(request.sort) ?? 'score';
        const list = { filters: workflowFilters(request), order };
        const page = await readEstate(sql, caller.orgId, list, pagingOf(request));
        return {
          items: page.items.map((workflow) => toWorkflow(workflow, platformNames)),
          nextCursor: page.nextCursor ?? '',
          total: page.total,
        };
      },
    },
    getWorkflow: {
      async handle({ workflowId }, { caller }) {
        const workflow = await readEstateWorkflow(sql, caller.orgId, uuidField('workflow_id', workflowId));
        return { workflow: toWorkflow(workflow, platformNames) };
      },
    },
    updateWorkflow: {
      async handle(request, context) {
        const changes = maskedChanges<UpdateWorkflowRequest, Partial<StatedFacts>>(
          request.updateMask,
          request,
          FACT_READERS,
        );
        const id = uuidField('workflow_id', request.workflowId);
        const workflow = await changeWorkflow(sql, changeOf(context), id, changes);
        return { workflow: toWorkflow(workflow, platformNames) };
      },
    },
    deleteWorkflow: {
      async handle({ workflowId }, context) {
        await removeWorkflow(sql, changeOf(context), uuidField('workflow_id', workflowId));
        return {};
      },
    },
    listWorkflowRuns: {
      async handle(request, { caller }) {
        const id = uuidField('workflow_id', request.workflowId);
        const page = await readRuns(sql, caller.orgId, id, pagingOf(request));
        return { items: page.items.map(toRun), nextCursor: page.nextCursor ?? '' };
      },
    },
    listFindings: {
      async handle(request, { caller }) {
        const filters = findingFilters(request.filters, caller, await loadRules());
        const page = await readFindings(sql, caller.orgId, filters, pagingOf(request));
        return {
          items: page.items.map((finding) => toWorkflowFinding(finding, platformNames)),
          nextCursor: page.nextCursor ?? '',
        };
      },
    },
    countFindings: {
      async handle(request, { caller }) {
        const by = requiredChoice('by', request.by, COUNT_KEYS);
        const counts = await readFindingCounts(
          sql,
          caller.orgId,
          findingFilters(request.filters, caller, await loadRules()),
          by,
        );
        return { ...counts, groups: counts.groups.map((group) => toCount(group, by, platformNames)) };
      },
    },
    assignFindings: {
      async handle(request, context) {
        const assignment = {
          memberId: textField(request.memberId),
          teamId: optionalUuid('team_id', request.teamId),
          dueAt: request.dueAt ?? null,
          comment: textField(request.comment.trim()),
        };
        const { findings } = request;
        await readNarrowed(sql, context.caller, (own) => requireVisible(own, findings, assignment));
        const answer = (assignedCount: number) => ({ assignedCount });
        return answer(
          await assignFindings(context.storingAnswer(sql, answer), changeOf(context), findings, assignment),
        );
      },
    },
    listChannels: {
      async handle(request, { caller }) {
        const page = await readChannels(sql, caller.orgId, channelFilters(request), pagingOf(request));
        return {
          items: page.items.map((channel) => toChannel(channel, platformNames)),
          nextCursor: page.nextCursor ?? '',
          isEnabled: page.isEnabled,
        };
      },
    },
    getStatistics: {
      async handle(request, { caller }) {
        const group = choiceField<StatisticsGroup>(request.group);
        const query = { from: requiredTime('from', request.from), to: requiredTime('to', request.to), group };
        const series = await statistics.read(caller.orgId, query);
        return { series: series.map((one) => toSeries(one, group, platformNames)) };
      },
    },
    getBacklog: {
      async handle(request, { caller }) {
        const group = choiceField<BacklogGroup>(request.group);
        const { days, groups, medianDaysToFix } = await readBacklog(
          sql,
          caller.orgId,
          backlogQuery(request),
          group,
        );
        return {
          days: days.map(withoutNulls),
          groups: groups.map(withoutNulls),
          medianDaysToFix: medianDaysToFix ?? undefined,
        };
      },
    },
  });
}

function optionalUuid(field: string, value: string): string | null {
  return value === '' ? null : uuidField(field, value);
}

const FACT_READERS = {
  owner_team_id: ({ ownerTeamId }) => ({
    ownerTeamId: optionalUuid('owner_team_id', ownerTeamId),
  }),
  criticality: ({ criticality }) => ({ criticality: choiceField(criticality) }),
  data_class: ({ dataClass }) => ({ dataClass: choiceField(dataClass) }),
} satisfies FieldReaders<UpdateWorkflowRequest, Partial<StatedFacts>>;

function toWorkflow(
  { id, ...workflow }: EstateWorkflow,
  naming: PlatformNaming | undefined,
): Complete<WorkflowMessage> {
  const [previous, last] = workflow.scores.slice(-2);
  const shown = withoutNulls(workflow);
  return {
    workflowId: id,
    filename: workflow.filename,
    platform: platformName(workflow.platform, naming),
    kind: shown.kind,
    repository: shown.repository,
    branch: shown.branch,
    environment: shown.environment,
    source: shown.source,
    validationId: workflow.validationId,
    score: workflow.score,
    scoreDelta: last === undefined ? undefined : last - previous!,
    scores: [...workflow.scores],
    passed: workflow.passed,
    wouldBlock: workflow.wouldBlockCount,
    summary: workflow.summary,
    validatedAt: workflow.validatedAt,
    firstSeenAt: workflow.firstSeenAt,
    ownerTeamId: shown.ownerTeamId,
    ownerTeam: shown.ownerTeam,
    hasSetOwner: workflow.hasSetOwner,
    criticality: shown.criticality,
    dataClass: shown.dataClass,
  };
}

function toRun({ id, wouldBlockCount, ...run }: WorkflowRun): Complete<RunMessage> {
  return {
    ...run,
    validationId: id,
    wouldBlock: wouldBlockCount,
    scoreDelta: run.scoreDelta ?? undefined,
    branch: run.branch ?? undefined,
    commit: run.commit ?? undefined,
    label: run.label ?? undefined,
    ownerName: run.ownerName ?? undefined,
  };
}

function toWorkflowFinding(
  { finding, platform, workflowId, validationId, filename, since, ...found }: EstateFinding,
  naming: PlatformNaming | undefined,
): Complete<FindingMessage> {
  return {
    ...{ workflowId, validationId, filename, since },
    platform: platformName(platform, naming),
    repository: found.repository ?? undefined,
    branch: found.branch ?? undefined,
    finding: toFinding(finding),
    assignedMemberId: found.assignedMemberId ?? undefined,
    assignedTeamId: found.assignedTeamId ?? undefined,
    assignee: found.assignee ?? undefined,
    dueAt: found.dueAt ?? undefined,
    comment: found.comment ?? undefined,
    assignedBy: found.assignedBy ?? undefined,
    assignedAt: found.assignedAt ?? undefined,
    ticket: found.ticket ?? undefined,
    ticketUrl: found.ticketUrl ?? undefined,
  };
}

function toCount(
  { key, name, ...count }: FindingCount,
  by: CountKey,
  naming: PlatformNaming | undefined,
): Complete<CountMessage> {
  const shown = by === 'platform' ? platformName(key as EstateFinding['platform'], naming) : key;
  return { ...count, key: shown, name: name ?? undefined };
}

function toChannel(
  { platform, host, key: _key, writers, readers, ...channel }: Channel,
  naming: PlatformNaming | undefined,
): Complete<ChannelMessage> {
  const toEnd = (user: ChannelUser) => ({
    ...user,
    platform: platformName(user.platform, naming),
    repository: user.repository ?? undefined,
    data: [...user.data],
    sinks: [...user.sinks],
  });
  return {
    ...channel,
    platform: platform === '' ? undefined : platformName(platform, naming),
    host: host === '' ? undefined : host,
    writers: writers.map(toEnd),
    readers: readers.map(toEnd),
  };
}

function toSeries(
  { key, points }: StatisticsSeries,
  group: StatisticsGroup | null,
  naming: PlatformNaming | undefined,
): Complete<SeriesMessage> {
  const shown = group === 'platform' ? platformName(key as EstateFinding['platform'], naming) : key;
  return { key: shown ?? undefined, points: [...points] };
}
