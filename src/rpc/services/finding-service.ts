/** `flowarden.v1.FindingService`: the findings of one result. */
import { EXCEPTION_STATUSES } from '../../analysis/model/finding.ts';
import { CATEGORIES, SEVERITIES } from '../../analysis/model/rule.ts';
import type { AllMembers, ReadBy } from '../../contract/complete.ts';
import { CONTRACT_LIMITS } from '../../contract/limits.ts';
import { FIELD_LIMITS } from '../../gen/contract/field-limits.ts';
import { FindingServiceService, type ListResultFindingsRequest } from '../../gen/flowarden/v1/finding.ts';
import type { Sql } from '../../infra/database/connections.ts';
import type { Caller } from '../../service/access/caller.ts';
import { readChecks } from '../../service/results/findings/checks.ts';
import { readResultFinding, readResultFindings } from '../../service/results/findings/findings.ts';
import {
  FINDING_CHANGES,
  type FindingFacetName,
  type FindingsQuery,
} from '../../service/results/findings/findings-store.ts';
import { toChecks, toFindingDetail, toFindingsPage } from '../convert/convert-result-findings.ts';
import {
  choiceField,
  optionalChoice,
  optionalText,
  pageSizeField,
  requiredText,
  textField,
} from '../convert/fields.ts';
import type { PageMember } from '../convert/list-filters.ts';
import { defineService, type Service } from '../server/service.ts';
import { deciderOf } from './exception-decider.ts';
import { requireReader } from './result-readers.ts';

/** Members of a request that filter findings. */
type FilterMember = 'severities' | 'categories' | 'ruleIds' | 'statuses' | 'changes' | 'files';

/** Values of one filter. */
const VALUES_MAX = 50;

/** Creates the service. */
export function findingService({ sql, now }: { readonly sql: Sql; readonly now: () => Date }): Service {
  return defineService(FindingServiceService, {
    listResultFindings: {
      async handle(request, { caller }) {
        const { cursor, pageSize } = request;
        const paging = { cursor: cursor === '' ? null : cursor, pageSize: pageSizeField(pageSize) };
        return toFindingsPage(
          await readResultFindings(sql, resultOf(caller, request.validationId), queryOf(request), paging),
        );
      },
    },
    getFinding: {
      async handle({ validationId, findingId }, { caller }) {
        const request = {
          ...resultOf(caller, validationId),
          findingId: requiredText('finding_id', findingId),
        };
        const at = now();
        return toFindingDetail(await readResultFinding(sql, request, deciderOf(caller), at), at);
      },
    },
    getChecks: {
      async handle({ validationId }, { caller }) {
        return toChecks(await readChecks(sql, resultOf(caller, validationId)));
      },
    },
  });
}

function resultOf(caller: Caller, id: string) {
  return {
    orgId: caller.orgId,
    id,
    check: (result: { readonly ownerId: string | null }) => requireReader(caller, result),
  };
}

function queryOf(
  request: ReadBy<
    ListResultFindingsRequest,
    FilterMember | keyof FindingsQuery | 'validationId' | PageMember
  >,
): AllMembers<FindingsQuery> {
  const filters: Partial<Record<FindingFacetName, readonly string[]>> = {};
  const set = (name: FindingFacetName, values: readonly string[], read: (value: string) => string | null) => {
    if (values.length > 0) filters[name] = values.slice(0, VALUES_MAX).flatMap((value) => read(value) ?? []);
  };
  const choice = (field: string, known: readonly string[]) => (value: string) =>
    optionalChoice(field, value, known);
  const text = (field: string, charactersMax: number) => (value: string) =>
    optionalText(field, value, charactersMax);
  set('severity', request.severities, choice('severities', SEVERITIES));
  set('category', request.categories, choice('categories', CATEGORIES));
  set('ruleId', request.ruleIds, text('rule_ids', FIELD_LIMITS['ListExceptionsRequest.ruleId'].maxLength));
  set('status', request.statuses, choice('statuses', EXCEPTION_STATUSES));
  set('change', request.changes, choice('changes', FINDING_CHANGES));
  set('file', request.files, text('files', CONTRACT_LIMITS.filenameReadCharactersMax));
  return {
    filters,
    q: textField(request.q),
    groupBy: choiceField(request.groupBy),
  };
}
