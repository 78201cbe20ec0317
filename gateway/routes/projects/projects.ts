/** /api/v1/validate/project: accepts an archive and reports the progress of its validation. */
import type { Readable } from 'node:stream';
import { z } from 'zod';
import { CONTRACT_LIMITS } from '../../../src/contract/limits.ts';
import {
  type Project,
  ProjectServiceService,
  type SubmitProjectRequest,
} from '../../../src/gen/flowarden/v1/project.ts';
import type { Upload } from '../../core/client.ts';
import type { UnaryMethod } from '../../core/unary-call.ts';
import { encodeSubmitProjectRequest } from '../../core/uploads/file-message.ts';
import { piecesOf } from '../../core/uploads/file-pieces.ts';
import { callAndWait } from '../../core/waiting-call.ts';
import { textField, uuid } from '../../endpoint/fields.ts';
import { gateQuery } from '../../endpoint/gate-query.ts';
import { defineRoute, defineStreamRoute } from '../../endpoint/route.ts';
import { GATEWAY_LIMITS } from '../../limits.ts';
import { VALIDATION_STATUS } from '../../response/reply.ts';
import { RESULT_FORMAT, RESULT_TYPES, wantedFormat } from '../validations/result-formats.ts';
import { PROJECT_RECORD_HEADERS, recordHeaders } from '../validations/result-headers.ts';
import {
  ANALYSIS_ERRORS,
  FIELD_CODES,
  runFieldsOf,
  VALIDATION_FIELDS,
} from '../validations/validation-form.ts';
import { blockedProjectExample, queuedExample } from './project-examples.ts';
import { formattedProject } from './project-formats.ts';

/** Time for the core to inspect an archive that has arrived. */
const SUBMIT_PROJECT_MS_MAX = 30_000;

const PATH = '/api/v1/validate/project';
const { platform: _platform, enforcementMode, ...OTHER_FIELDS } = VALIDATION_FIELDS;
const RUN_FIELDS = {
  enforcementMode: enforcementMode.meta({
    description:
      'With `blocking`, critical and high findings make the gate of the project answer 422. Default: that of the policy pack, the environment or the organisation, else `warning`.',
  }),
  ...OTHER_FIELDS,
};
const GET = ProjectServiceService.getProject;
const PROJECT_HEADERS = {
  [VALIDATION_STATUS]: 'The status of the project: `queued`, `running`, `completed` or `failed`.',
  ...PROJECT_RECORD_HEADERS,
};
const WAITING_HEADERS = {
  Location: 'Address of the project.',
  'Retry-After': 'Seconds until the next poll.',
  ...PROJECT_HEADERS,
};
const SUBMIT = {
  ...ProjectServiceService.submitProject,
  requestSerialize: encodeSubmitProjectRequest,
} satisfies UnaryMethod<SubmitProjectRequest, unknown>;

/** Forwards a file in pieces of the store's size; one piece is in flight at a time. */
async function passOn(file: Readable, upload: Upload<SubmitProjectRequest, unknown>): Promise<void> {
  for await (const value of piecesOf(file)) await upload.write({ part: { $case: 'content', value } });
}

export const submitProject = defineStreamRoute({
  method: 'POST',
  path: PATH,
  operationId: 'validateProject',
  tag: 'Validations',
  summary: 'Validate a project',
  description:
    'Takes a zip: a UiPath project or package, a Power Platform solution or flow package, an A360 export, a Blue Prism release, or any zip of these. Answers at once; its files are validated one by one, side by side, and then judged together. The mode, the ruleset and the rest of the policy are those of the moment of submission. This answer never blocks: poll the address in `Location` with `gate=true`.',
  access: ProjectServiceService.submitProject,
  body: {
    kind: 'stream',
    fileBytesMax: CONTRACT_LIMITS.projectBytesMax,
    fileDescription: 'The zip, at most 250 MiB; unpacked at most 1 GiB in 10,000 files.',
    schema: z.strictObject(RUN_FIELDS),
    spelling: 'snake',
    codes: FIELD_CODES,
  },
  answers: {
    200: {
      description: 'The project, without its files: they are known a moment later.',
      message: 'flowarden.v1.Project',
      example: queuedExample,
      headers: WAITING_HEADERS,
    },
  },
  errors: [
    'unsupported_file_type',
    'archive_unsafe',
    'archive_too_large',
    'invalid_enforcement_mode',
    'unknown_ruleset',
    'unknown_policy_pack',
    'policy_fixed',
    'policy_unavailable',
    'unknown_environment',
    'invalid_metadata',
    'metadata_too_large',
    'plan_limit_reached',
    'payment_past_due',
    'plan_feature_required',
    'queue_full',
    'file_store_unavailable',
  ],
  async handle({ receive, context }, { core }) {
    const time = { callMsMax: SUBMIT_PROJECT_MS_MAX, timeoutCode: 'engine_unavailable' } as const;
    const upload = core.upload(SUBMIT, context, time);
    const { body, filename } = await receive((file) => passOn(file, upload));
    const value = { filename, ...runFieldsOf(body) };
    const { project } = await upload.finish({ part: { $case: 'submission', value } });
    if (project === undefined) throw new Error('The core answered without a project');
    return { status: 200, body: project, headers: waitingHeaders(project) };
  },
});

export const getProject = defineRoute({
  method: 'GET',
  path: `${PATH}/:id`,
  operationId: 'getProject',
  tag: 'Validations',
  summary: 'Read a project',
  description:
    'Progress of a project, and its result when it is completed. The full result of each file is at `/api/v1/results/{validationId}`. With `gate=true` it is the gate of a pipeline: 202 until it has ended; then 200, or in the mode `blocking` 422 when a finding in a file or across files blocks, else the error of the first file that could not be judged. A project that failed is answered with its error.',
  access: ProjectServiceService.getProject,
  params: z.strictObject({ id: uuid().describe('`projectValidationId` of the project.') }),
  query: z.strictObject({
    cursor: textField(100, '`itemsNextCursor` of the answer before.').optional(),
    ...gateQuery(
      'project',
      'With `true` the status is that of a gate: 202 until the project has ended, 422 when it is blocked. Without it the answer is 200 in any state.',
    ),
    ...RESULT_FORMAT,
  }),
  otherTypes: RESULT_TYPES,
  answers: {
    200: {
      description: 'The project in any state. With `gate=true`: nothing blocks.',
      message: 'flowarden.v1.Project',
      headers: PROJECT_HEADERS,
    },
    202: {
      description: 'With `gate=true`: the project has not ended yet.',
      message: 'flowarden.v1.Project',
      example: queuedExample,
      headers: WAITING_HEADERS,
    },
    422: {
      description: 'With `gate=true`: `blockingFindings` lists what blocks, in files and across them.',
      message: 'flowarden.v1.Project',
      example: blockedProjectExample,
      headers: PROJECT_HEADERS,
    },
  },
  errorHeaders: {
    [VALIDATION_STATUS]: 'With `gate=true`: `failed`, or `completed` when a file could not be judged.',
  },
  errors: ['not_found', 'invalid_cursor', 'result_unreadable', ...ANALYSIS_ERRORS, 'plan_limit_reached'],
  async handle({ params, query, context, wantedType }, { core, baseUrl, draining }) {
    const isGate = query.gate === 'true';
    const request = {
      projectValidationId: params.id,
      // A report has all files.
      cursor: wantedFormat(query.format, wantedType) === null ? (query.cursor ?? '') : '',
      waitSeconds: query.wait,
      gate: isGate,
    };
    const { project, blocked } = await callAndWait(core, GET, request, context, draining);
    if (project === undefined) throw new Error('The core answered without a project');
    if (isGate && isUnderWay(project))
      return { status: 202, body: project, headers: waitingHeaders(project) };
    const status = isGate && blocked ? 422 : 200;
    const headers = projectHeaders(project);
    const format = project.status === 'completed' ? wantedFormat(query.format, wantedType) : null;
    if (format === null) return { status, body: project, headers };
    return { status, headers, ...(await formattedProject(format, project, { core, baseUrl, context })) };
  },
});

function isUnderWay({ status }: Project): boolean {
  return status === 'queued' || status === 'running';
}

function projectHeaders(project: Project): Readonly<Record<string, string>> {
  return { [VALIDATION_STATUS]: project.status, ...recordHeaders(project) };
}

function waitingHeaders(project: Project): Readonly<Record<string, string>> {
  return {
    Location: `${PATH}/${project.projectValidationId}`,
    'Retry-After': String(GATEWAY_LIMITS.resultRetrySeconds),
    ...projectHeaders(project),
  };
}
