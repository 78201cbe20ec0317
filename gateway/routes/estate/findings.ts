/** /api/v1/findings: the findings of all workflows, and their counts. */
import { z } from 'zod';
import { COUNT_KEYS } from '../../../src/contract/lists/estate.ts';
import { EstateServiceService, type WorkflowFinding } from '../../../src/gen/flowarden/v1/estate.ts';
import { READ_TIME } from '../../core/client.ts';
import { EXPORT_HEADERS, EXPORT_TYPES, exportAnswer, exportFormat } from '../../endpoint/export.ts';
import { choiceField } from '../../endpoint/fields.ts';
import { PAGING, type PageRequest, pageRequest } from '../../endpoint/paging.ts';
import { defineRoute, NOTHING } from '../../endpoint/route.ts';
import { FINDING_FILTERS, findingFilters } from './estate-filters.ts';
import { SARIF_TYPE, sarifOfFindings } from './findings-sarif.ts';

const { listFindings, countFindings } = EstateServiceService;

export const findings = defineRoute({
  method: 'GET',
  path: '/api/v1/findings',
  operationId: 'listFindings',
  tag: 'Estate',
  summary: 'List findings',
  description: 'The findings of all workflows: of each those of the run that it shows.',
  access: listFindings,
  params: NOTHING,
  query: z.strictObject({
    ...PAGING,
    ...FINDING_FILTERS,
    format: choiceField(
      ['csv', 'json', 'sarif'],
      'The whole list with these filters as a file, in place of a page: at most 100,000 findings, in SARIF 10,000.',
    ).optional(),
  }),
  body: null,
  otherTypes: { ...EXPORT_TYPES, [SARIF_TYPE]: 'SARIF 2.1.0.' },
  answers: {
    200: {
      description: 'A page.',
      message: 'flowarden.rest.v1.FindingListResponse',
      headers: EXPORT_HEADERS,
    },
  },
  errors: ['invalid_cursor', 'query_timeout', 'unknown_platform'],
  async handle({ query, context, wantedType }, { core, baseUrl }) {
    const filters = findingFilters(query);
    const read = (paging: PageRequest) => core.call(listFindings, { filters, ...paging }, context, READ_TIME);
    if (query.format === 'sarif' || wantedType === SARIF_TYPE)
      return { status: 200, ...(await sarifOfFindings(read, { core, baseUrl, context })) };
    const readRows = async (paging: PageRequest) => {
      const page = await read(paging);
      return { ...page, items: page.items.map(restFinding) };
    };
    const format = exportFormat(query.format, wantedType);
    if (format !== null) return exportAnswer(format, 'findings', query, readRows);
    return { status: 200, body: await readRows(pageRequest(query)) };
  },
});

export const findingCounts = defineRoute({
  method: 'GET',
  path: '/api/v1/findings/counts',
  operationId: 'countFindings',
  tag: 'Estate',
  summary: 'Count findings',
  description: 'The number of findings that match, in groups.',
  access: countFindings,
  params: NOTHING,
  query: z.strictObject({ by: choiceField(COUNT_KEYS, 'What they are counted by.'), ...FINDING_FILTERS }),
  body: null,
  answers: {
    200: {
      description: 'The counts.',
      message: 'flowarden.rest.v1.FindingCountsResponse',
    },
  },
  errors: ['query_timeout', 'unknown_platform'],
  async handle({ query, context }, { core }) {
    const request = { filters: findingFilters(query), by: query.by };
    const counts = await core.call(countFindings, request, context, READ_TIME);
    return { status: 200, body: { by: query.by, counts } };
  },
});

/** Converts a finding to one level. */
function restFinding({ finding, ...place }: WorkflowFinding) {
  const { id, catalogRuleId, sourceLineNumber, ...rest } = finding!;
  return { ...rest, ...place, findingId: id, ruleId: catalogRuleId, line: sourceLineNumber };
}
