/** Traffic of a soak: every kind of request, each at its own rate. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Client, credentials, Metadata, type ServiceError, status } from '@grpc/grpc-js';
import {
  ValidateRequest,
  type ValidateResponse,
  ValidationServiceClient,
} from '../../src/gen/flowarden/v1/validation.ts';
import {
  ASYNC_PER_MINUTE_MAX,
  MANAGE_PER_MINUTE_MAX,
  PROJECT_PER_MINUTE_MAX,
  READ_PER_MINUTE_MAX,
  SCAN_PER_MINUTE_MAX,
  VALIDATE_ORG_PER_MINUTE_MAX,
} from '../../src/service/rate-limits/budgets.ts';
import { zip } from '../../test/support/files/zip.ts';
import type { SoakedService } from './service.ts';

/** Outcome of a request. `accepted`: done; `rejected`: with a time to retry; `failed`: neither. */
export type Outcome = 'accepted' | 'rejected' | 'failed';

export interface Answer {
  readonly outcome: Outcome;
  /** Reason of a failure. */
  readonly why: string;
}

export interface Kind {
  readonly name: string;
  /** Requests a minute that the limits allow, of all keys together. */
  readonly perMinuteMax: number;
  /** True if the caller waits for the response, so that its time counts. */
  readonly isTimed: boolean;
  send(turn: number): Promise<Answer>;
}

const SAMPLE = readFileSync(join(import.meta.dirname, '../../samples/uipath/Main.xaml'));
const REQUEST_MS_MAX = 120_000;

/** Creates every kind of request, and a function that closes their connections. */
export function traffic(service: SoakedService): { readonly kinds: readonly Kind[]; close(): void } {
  const grpc = new ValidationServiceClient(service.grpcAddress, credentials.createInsecure());
  const { keys } = service;
  const keyOf = (turn: number) => keys[turn % keys.length]!;
  const post = (path: string, turn: number, form: FormData) => rest(service, 'POST', path, keyOf(turn), form);
  const validations = VALIDATE_ORG_PER_MINUTE_MAX;
  const kinds: readonly Kind[] = [
    {
      name: 'validate, REST',
      perMinuteMax: validations / 2,
      isTimed: true,
      send: (turn) => post('/api/v1/validate', turn, fileForm({ platform: 'uipath' })),
    },
    {
      name: 'validate, gRPC',
      perMinuteMax: validations / 2,
      isTimed: true,
      send: (turn) => overGrpc(grpc, service.orgId, keyOf(turn)),
    },
    {
      name: 'validate later',
      perMinuteMax: ASYNC_PER_MINUTE_MAX,
      isTimed: false,
      send: (turn) => post('/api/v1/validate/async', turn, fileForm({ platform: 'uipath' })),
    },
    {
      name: 'project',
      perMinuteMax: PROJECT_PER_MINUTE_MAX,
      isTimed: false,
      send: (turn) => post('/api/v1/validate/project', turn, projectForm(turn)),
    },
    {
      name: 'free scan',
      perMinuteMax: SCAN_PER_MINUTE_MAX,
      isTimed: false,
      send: (turn) => post('/api/v1/demo/validate', turn, fileForm({})),
    },
    {
      name: 'feed',
      perMinuteMax: READ_PER_MINUTE_MAX,
      isTimed: true,
      send: () => rest(service, 'GET', '/api/v1/validations?pageSize=10', keys[0]!),
    },
    {
      name: 'result',
      perMinuteMax: READ_PER_MINUTE_MAX,
      isTimed: true,
      send: () => rest(service, 'GET', `/api/v1/results/${service.validationId}`, keys[3]!),
    },
    {
      name: 'webhooks',
      perMinuteMax: MANAGE_PER_MINUTE_MAX,
      isTimed: false,
      send: (turn) =>
        rest(
          service,
          'PATCH',
          `/api/v1/org-webhooks/${service.webhookId}`,
          keys[4]!,
          JSON.stringify({ description: `Turn ${turn}` }),
        ),
    },
  ];
  return { kinds, close: () => (grpc as unknown as Client).close() };
}

function fileForm(fields: Readonly<Record<string, string>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('file', new Blob([SAMPLE]), 'Main.xaml');
  return form;
}

/** Builds a project of three files, one of which differs from turn to turn: the others need no new analysis. */
function projectForm(turn: number): FormData {
  const changed = Buffer.concat([SAMPLE, Buffer.from(`<!-- ${turn} -->`)]);
  const form = new FormData();
  const archive = zip([
    { name: 'Main.xaml', content: SAMPLE },
    { name: 'Other.xaml', content: SAMPLE },
    { name: 'Changed.xaml', content: changed },
  ]);
  form.set('file', new Blob([new Uint8Array(archive)]), 'Robot.zip');
  return form;
}

function headersOf({ orgId }: SoakedService, key: string): Record<string, string> {
  return { Authorization: `ApiKey ${key}`, 'X-Org-Id': orgId };
}

async function rest(
  service: SoakedService,
  method: 'GET' | 'POST' | 'PATCH',
  path: string,
  key: string,
  body?: FormData | string,
): Promise<Answer> {
  try {
    const answer = await fetch(service.restUrl + path, {
      method,
      headers: {
        ...headersOf(service, key),
        ...(typeof body === 'string' && { 'Content-Type': 'application/json' }),
      },
      signal: AbortSignal.timeout(REQUEST_MS_MAX),
      ...(body !== undefined && { body }),
    });
    const text = await answer.text();
    if (answer.ok || answer.status === 422) return { outcome: 'accepted', why: '' };
    if (answer.status === 429 && Number(answer.headers.get('retry-after')) >= 1)
      return { outcome: 'rejected', why: '' };
    return { outcome: 'failed', why: `${path}: ${answer.status} ${text.slice(0, 300)}` };
  } catch (error) {
    return { outcome: 'failed', why: `${path}: ${String((error as Error).cause ?? error)}` };
  }
}

function overGrpc(client: ValidationServiceClient, orgId: string, key: string): Promise<Answer> {
  const metadata = new Metadata();
  metadata.set('authorization', `ApiKey ${key}`);
  metadata.set('x-org-id', orgId);
  const request = {
    ...ValidateRequest.decode(new Uint8Array()),
    platform: 'uipath',
    filename: 'Main.xaml',
    file: SAMPLE,
  };
  return new Promise((resolve) => {
    const done = (error: ServiceError | null, answer?: ValidateResponse) => {
      if (answer?.validation) resolve({ outcome: 'accepted', why: '' });
      else if (error?.code === status.RESOURCE_EXHAUSTED && error.metadata.get('retry-after').length > 0)
        resolve({ outcome: 'rejected', why: '' });
      else resolve({ outcome: 'failed', why: `gRPC: ${error?.message}` });
    };
    client.validate(request, metadata, { deadline: Date.now() + REQUEST_MS_MAX }, done);
  });
}
