/** `flowarden.v1.ChangeService`: what belongs together, with one verdict. */
import type { ReadBy } from '../../../contract/complete.ts';
import { ChangeServiceService, type ListChangesRequest } from '../../../gen/flowarden/v1/change.ts';
import type { Sql } from '../../../infra/database/connections.ts';
import type { ChangeFilters } from '../../../service/changes/changes-store.ts';
import {
  readChange,
  readChangeFindings,
  readChangeRuns,
  readChanges,
} from '../../../service/changes/read-changes.ts';
import { toChange, toChangeFinding } from '../../convert/convert-change.ts';
import { toFeedRun } from '../../convert/convert-feed.ts';
import type { AnswerStyle } from '../../convert/convert-result.ts';
import { choiceField, pageSizeField, textField } from '../../convert/fields.ts';
import { present, textFilters } from '../../convert/list-filters.ts';
import { defineService, type Service } from '../../server/service.ts';

/** Creates the service. */
export function changeService(deps: AnswerStyle & { readonly sql: Sql }): Service {
  const { sql } = deps;
  return defineService(ChangeServiceService, {
    listChanges: {
      async handle(request, { caller }) {
        const { items, nextCursor } = await readChanges(
          sql,
          caller.orgId,
          readFilters(request),
          pagingOf(request),
        );
        return {
          changes: items.map((change) => toChange({ ...change, previousId: undefined }, deps)),
          nextCursor: nextCursor ?? '',
        };
      },
    },
    getChange: {
      async handle({ changeId }, { caller }) {
        return { change: toChange(await readChange(sql, { orgId: caller.orgId, id: changeId }), deps) };
      },
    },
    listChangeRuns: {
      async handle({ changeId, replaced, ...request }, { caller }) {
        const key = { orgId: caller.orgId, id: changeId };
        const page = await readChangeRuns(sql, key, { replaced, paging: pagingOf(request) });
        return {
          runs: page.items.map((entry) => toFeedRun(entry, deps)),
          nextCursor: page.nextCursor ?? '',
        };
      },
    },
    listChangeFindings: {
      async handle({ changeId, status, ...request }, { caller }) {
        const key = { orgId: caller.orgId, id: changeId };
        const only = choiceField<'new' | 'resolved'>(status ?? '');
        const statuses = only === null ? (['new', 'resolved'] as const) : [only];
        const page = await readChangeFindings(sql, key, { statuses, paging: pagingOf(request) });
        return { findings: page.items.map(toChangeFinding), nextCursor: page.nextCursor ?? '' };
      },
    },
  });
}

function pagingOf({ cursor, pageSize }: { readonly cursor: string; readonly pageSize: number }) {
  return { cursor: textField(cursor), pageSize: pageSizeField(pageSize) };
}

function readFilters(
  request: ReadBy<ListChangesRequest, keyof ChangeFilters | 'cursor' | 'pageSize'>,
): ChangeFilters {
  const { passed, wouldBlock, runId, activeAfter, activeBefore } = request;
  return present<ChangeFilters>({
    ...textFilters(request, ['repository', 'branch', 'commit', 'environment', 'source', 'label']),
    status: choiceField(request.status ?? '') ?? undefined,
    passed,
    wouldBlock,
    runId: textField(runId ?? '') ?? undefined,
    activeAfter,
    activeBefore,
  });
}
