/** /api/v1/validate/project: an archive in, and how far its validation is. */
import type { Readable } from 'node:stream';
import { z } from 'zod';
import { ProjectServiceService, type SubmitProjectRequest } from '../../src/gen/flowarden/v1/project.ts';
import { LIMITS } from '../../src/limits.ts';
import { READ_TIME, type UnaryMethod, type Upload } from '../client.ts';
import { textField } from '../fields.ts';
import { encodeSubmitProjectRequest } from '../file-message.ts';
import { GATEWAY_LIMITS } from '../limits.ts';
import { defineRoute, defineStreamRoute, NOTHING } from '../route.ts';
import { uuid } from '../schemas/members.ts';
import { ProjectResponse } from '../schemas/project.ts';
import { completedExample, queuedExample } from './project-examples.ts';
import { VALIDATION_FIELDS } from './validation-form.ts';

const PATH = '/api/v1/validate/project';
const { source, metadata } = VALIDATION_FIELDS;
const SUBMIT = {
  ...ProjectServiceService.submitProject,
  requestSerialize: encodeSubmitProjectRequest,
} satisfies UnaryMethod<SubmitProjectRequest, unknown>;

/** Sends a file on in pieces of the size that the store keeps; one piece is on its way at a time. */
async function passOn(file: Readable, upload: Upload<SubmitProjectRequest, unknown>): Promise<void> {
  let pieces: Buffer[] = [];
  let length = 0;
  const flush = async () => {
    const value = Buffer.concat(pieces);
    pieces = [];
    length = 0;
    await upload.write({ part: { $case: 'content', value } });
  };
  for await (const piece of file as AsyncIterable<Buffer>) {
    pieces.push(piece);
    length += piece.length;
    if (length >= LIMITS.projectPieceBytes) await flush();
  }
  if (length > 0) await flush();
}

export const submitProject = defineStreamRoute({
  method: 'POST',
  path: PATH,
  operationId: 'validateProject',
  tag: 'Validations',
  summary: 'Validate a project',
  description:
    'Takes a zip: a UiPath project or package, a Power Platform solution or flow package, an A360 export, a Blue Prism release, or any zip of these. Answers at once; its files are validated one by one, side by side, and then judged together. The mode and the ruleset are those of the organisation. A project never blocks by its status.',
  access: ProjectServiceService.submitProject,
  params: NOTHING,
  query: NOTHING,
  body: {
    kind: 'stream',
    fileBytesMax: LIMITS.projectBytesMax,
    fileDescription: 'The zip, at most 250 MiB; unpacked at most 1 GiB in 10,000 files.',
    schema: z.strictObject({ source, metadata }),
    spelling: 'snake',
    codes: { metadata: 'metadata_too_large' },
  },
  answers: {
    200: {
      description: 'The project, without its files: they are known a moment later.',
      schema: ProjectResponse,
      example: queuedExample,
      headers: {
        Location: 'Address of the project.',
        'Retry-After': 'Seconds after which it is worth asking how far it is.',
      },
    },
  },
  errors: [
    'unsupported_file_type',
    'archive_unsafe',
    'archive_too_large',
    'invalid_metadata',
    'metadata_too_large',
    'plan_limit_reached',
    'payment_past_due',
    'plan_feature_required',
    'queue_full',
  ],
  async handle({ receive, context }, { core }) {
    const time = { callMsMax: GATEWAY_LIMITS.submitProjectMsMax, timeoutCode: 'engine_unavailable' } as const;
    const upload = core.upload(SUBMIT, context, time);
    const { body, filename } = await receive((file) => passOn(file, upload));
    const value = { filename, source: body.source ?? '', metadata: body.metadata ?? '' };
    const { project } = await upload.finish({ part: { $case: 'submission', value } });
    if (project === undefined) throw new Error('The core answered without a project');
    const headers = {
      Location: `${PATH}/${project.projectValidationId}`,
      'Retry-After': String(GATEWAY_LIMITS.resultRetrySeconds),
    };
    return { status: 200, body: project, headers };
  },
});

export const getProject = defineRoute({
  method: 'GET',
  path: `${PATH}/:id`,
  operationId: 'getProject',
  tag: 'Validations',
  summary: 'Read a project',
  description:
    'How far a project is, and what came out when it is completed. The full result of each file is at `/api/v1/results/{validationId}`.',
  access: ProjectServiceService.getProject,
  params: z.strictObject({ id: uuid().describe('`projectValidationId` of the project.') }),
  query: z.strictObject({
    cursor: textField(100, '`itemsNextCursor` of the answer before.').optional(),
  }),
  body: null,
  answers: {
    200: { description: 'The project in any state.', schema: ProjectResponse, example: completedExample },
  },
  errors: ['not_found', 'invalid_cursor'],
  async handle({ params, query, context }, { core }) {
    const request = { projectValidationId: params.id, cursor: query.cursor ?? '' };
    const { project } = await core.call(ProjectServiceService.getProject, request, context, READ_TIME);
    return { status: 200, body: project };
  },
});
