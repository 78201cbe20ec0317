/** /api/v1/sources/{id}/pushes/{pullId}/files: takes what a command beside a platform sends. */
import { z } from 'zod';
import { CONTRACT_LIMITS } from '../../../src/contract/limits.ts';
import { PushServiceService, SendPushedRequest } from '../../../src/gen/flowarden/v1/push.ts';
import type { UnaryMethod } from '../../core/unary-call.ts';
import { encodePart } from '../../core/uploads/file-message.ts';
import { piecesOf } from '../../core/uploads/file-pieces.ts';
import { textField, uuid } from '../../endpoint/fields.ts';
import { defineStreamRoute } from '../../endpoint/route.ts';

/** Time for the core to store a listing that has arrived. */
const STORE_MS_MAX = 120_000;

const SEND = {
  ...PushServiceService.sendPushed,
  requestSerialize: (message) => encodePart(SendPushedRequest, message),
} satisfies UnaryMethod<SendPushedRequest, unknown>;

export const sendPushed = defineStreamRoute({
  method: 'POST',
  path: '/api/v1/sources/:id/pushes/:pullId/files',
  operationId: 'sendPushed',
  tag: 'Sources',
  summary: 'Send a listing or an artefact',
  description:
    'Takes the listing of the whole tenant, or the bytes of one artefact that is wanted. A listing is lines of JSON: a line with `part` begins a part of the tenant, the lines behind it are its rows, and the last line is `{"end":true}`. A repetition changes nothing. Scope `sources:send`.',
  access: PushServiceService.sendPushed,
  params: z.strictObject({
    id: uuid().describe('The id of the source.'),
    pullId: uuid().describe('The id of the pull.'),
  }),
  body: {
    kind: 'stream',
    fileBytesMax: CONTRACT_LIMITS.projectBytesMax,
    fileDescription: 'The bytes, at most 250 MiB; a listing at most 32 MiB.',
    spelling: 'camel',
    schema: z.strictObject({
      turn: textField(64, 'That of the beginning.'),
      artefactId: uuid().describe('The id of the artefact; absent: it is the listing.').optional(),
    }),
  },
  answers: { 200: { description: 'The pull.', message: 'flowarden.v1.Push' } },
  errors: ['not_found', 'state_conflict', 'queue_full', 'file_store_unavailable'],
  async handle({ params, receive, context }, { core }) {
    const upload = core.upload(SEND, context, {
      callMsMax: STORE_MS_MAX,
      timeoutCode: 'engine_unavailable',
    });
    const { body } = await receive(async (file) => {
      for await (const value of piecesOf(file)) await upload.write({ part: { $case: 'content', value } });
    });
    const value = { ...params, turn: body.turn, artefactId: body.artefactId ?? '' };
    const { push } = await upload.finish({ part: { $case: 'pushed', value } });
    return { status: 200, body: push };
  },
});
