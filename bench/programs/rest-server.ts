/**
 * HTTP server for the figures, in a process of its own: our gateway, or Express with multer as documented.
 * Each responds by itself, or calls a core behind it.
 */

import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Client, credentials, Metadata } from '@grpc/grpc-js';
import express from 'express';
import multer from 'multer';
import { z } from 'zod';
import { connectCore } from '../../gateway/core/client.ts';
import { createReadiness } from '../../gateway/core/readiness.ts';
import { createUploadMemory } from '../../gateway/core/uploads/upload-memory.ts';
import { textField } from '../../gateway/endpoint/fields.ts';
import { defineRoute, NOTHING } from '../../gateway/endpoint/route.ts';
import { HEAP_GROWTH_PERCENT } from '../../gateway/main.ts';
import { BODY_TIMES } from '../../gateway/request/body-limits.ts';
import { createDiscardBudget } from '../../gateway/request/discard-body.ts';
import { createUnreadAnswers } from '../../gateway/response/unread-answers.ts';
import { ROUTES } from '../../gateway/routes/all-routes.ts';

import { createApp } from '../../gateway/server/app.ts';
import { createMetrics } from '../../gateway/server/metrics.ts';
import { createHttpServer, serveApp } from '../../gateway/server/server.ts';
import { CONTRACT_LIMITS } from '../../src/contract/limits.ts';
import { ValidateResponse, ValidationServiceService } from '../../src/gen/flowarden/v1/validation.ts';
import { createLogger } from '../../src/infra/logging/log.ts';
import { growHeapBetweenCollections } from '../../src/infra/patches/heap-growth.ts';
import { answerCpu, type CpuQuestion } from '../load.ts';

const [who, answer, corePort] = process.argv.slice(2) as ['own' | 'peer', string, string | undefined];
/** Built by another process: a gateway knows no rule, and its memory is small. */
const ANSWER = ValidateResponse.decode(Buffer.from(answer, 'base64'));

/** Validation endpoint without a core: reads its form as the real one does, and responds by itself. */
const alone = defineRoute({
  method: 'POST',
  path: '/api/v1/validate',
  operationId: 'validate',
  tag: 'Validations',
  summary: 'x',
  description: 'x',
  access: 'open',
  params: NOTHING,
  query: NOTHING,
  body: {
    kind: 'form',
    fileBytesMax: CONTRACT_LIMITS.fileBytesSyncMax,
    fileDescription: 'x',
    schema: z.strictObject({ platform: textField(64, 'x') }),
    spelling: 'snake',
  },
  answers: { 200: { description: 'x', message: 'flowarden.v1.ValidationResult' } },
  errors: [],
  handle: async () => ({ status: 200, body: ANSWER.validation }),
});

function own(): RequestListener {
  growHeapBetweenCollections(HEAP_GROWTH_PERCENT);
  const core = connectCore(`127.0.0.1:${corePort ?? 1}`);
  return createApp(corePort === undefined ? [alone] : ROUTES, {
    core,
    readiness: createReadiness(core, null),
    baseUrl: 'http://localhost',
    originOf: () => [],
    clientAddressOf: () => null,
    unreadAnswers: createUnreadAnswers(),
    uploadMemory: createUploadMemory(),
    discardBudget: createDiscardBudget(),
    bodyTimes: BODY_TIMES,
    metrics: createMetrics({ process: true }),
    captchaOrigin: null,
    downloadsFolder: '/nowhere',
    webApp: { current: () => null },
    log: createLogger('info', 'gateway'),
    tracer: null,
    draining: new AbortController().signal,
  });
}

function peer(): RequestListener {
  const upload = multer({ storage: multer.memoryStorage() });
  const client =
    corePort === undefined ? null : new Client(`127.0.0.1:${corePort}`, credentials.createInsecure());
  const { path, requestSerialize, requestDeserialize, responseDeserialize } =
    ValidationServiceService.validate;
  const app = express();
  app.post('/api/v1/validate', upload.single('file'), (request, response) => {
    const { buffer: file, originalname: filename } = request.file!;
    if (client === null) return void response.json(ANSWER.validation);
    const message = {
      ...requestDeserialize(Buffer.alloc(0)),
      file,
      filename,
      platform: request.body.platform,
    };
    client.makeUnaryRequest(
      path,
      requestSerialize,
      responseDeserialize,
      message,
      new Metadata(),
      (error, answer) =>
        error ? response.status(502).send(String(error)) : response.json(answer!.validation),
    );
  });
  return app;
}

const server = who === 'own' ? createHttpServer() : createServer(peer());
if (who === 'own') serveApp(server, own(), 'http://localhost');
server.listen(0, '127.0.0.1');
await once(server, 'listening');
process.on('message', (question: CpuQuestion) => void answerCpu(question));
process.send!((server.address() as AddressInfo).port);
