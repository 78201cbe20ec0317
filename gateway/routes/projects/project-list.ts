/** GET /api/v1/projects: the validations of projects, newest first. */
import { z } from 'zod';
import { CONTRACT_LIMITS } from '../../../src/contract/limits.ts';
import { PROJECT_STATUSES } from '../../../src/contract/lists/project-status.ts';
import { ProjectServiceService } from '../../../src/gen/flowarden/v1/project.ts';
import { READ_TIME } from '../../core/client.ts';
import { booleanField, choiceField, dateOf, textField, timeField } from '../../endpoint/fields.ts';
import { PAGING, pageRequest } from '../../endpoint/paging.ts';
import { defineRoute, NOTHING } from '../../endpoint/route.ts';
import { projectListExample } from './project-examples.ts';
import { ProjectListResponse } from './project-schema.ts';

const filter = (description: string) =>
  textField(CONTRACT_LIMITS.metadataTextCharactersMax, description).optional();

const Query = z.strictObject({
  ...PAGING,
  repository: filter('Only this repository of the pipeline.'),
  branch: filter('Only this branch; `refs/heads/` before it does not matter.'),
  label: filter('Only this label.'),
  source: filter('Only this source.'),
  filename: filter('Only archives of this name.'),
  status: choiceField(PROJECT_STATUSES, 'Only this status.').optional(),
  passed: booleanField(
    'Only passed ones, or only those that were blocked, had a file fail, or failed themselves.',
  ).optional(),
  queuedAfter: timeField('Only those that were submitted at or after this time.').optional(),
  queuedBefore: timeField('Only those that were submitted before this time.').optional(),
});

export const listProjects = defineRoute({
  method: 'GET',
  path: '/api/v1/projects',
  operationId: 'listProjects',
  tag: 'Validations',
  summary: 'List projects',
  description:
    "A page of the validations of the organisation's projects, newest first. Read one at `/api/v1/validate/project/{id}`, and its files with `projectValidationId` at `/api/v1/validations`.",
  access: ProjectServiceService.listProjects,
  params: NOTHING,
  query: Query,
  body: null,
  answers: { 200: { description: 'A page.', schema: ProjectListResponse, example: projectListExample } },
  errors: ['invalid_cursor', 'query_timeout'],
  async handle({ query, context }, { core }) {
    const { cursor: _cursor, pageSize: _pageSize, passed, queuedAfter, queuedBefore, ...filters } = query;
    const request = {
      ...pageRequest(query),
      ...filters,
      passed: passed === undefined ? undefined : passed === 'true',
      queuedAfter: dateOf(queuedAfter),
      queuedBefore: dateOf(queuedBefore),
    };
    const body = await core.call(ProjectServiceService.listProjects, request, context, READ_TIME);
    return { status: 200, body };
  },
});
