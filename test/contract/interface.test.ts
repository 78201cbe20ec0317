/**
 * Arbitrary requests to a whole service: nothing breaks, what the document allows is accepted, what it does not is
 * rejected, and the watch of the test gateway finds every answer documented. `npm run fuzz:api` sends more of them.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { Client, credentials, type ServiceError, status } from '@grpc/grpc-js';
import fc from 'fast-check';
import type { OperationObject } from 'openapi3-ts/oas31';
import { ERRORS } from '../../src/errors.ts';
import { AccessServiceService } from '../../src/gen/flowarden/v1/access.ts';
import { ExceptionServiceService } from '../../src/gen/flowarden/v1/exception.ts';
import { RuleServiceService } from '../../src/gen/flowarden/v1/rule.ts';
import { ScannerServiceService } from '../../src/gen/flowarden/v1/scanner.ts';
import { ValidationServiceService } from '../../src/gen/flowarden/v1/validation.ts';
import { DOCUMENT } from '../gateway/support/api.ts';
import { startTestGateway, type TestGateway } from '../gateway/support/support.ts';
import { richError } from '../support/rich-error.ts';
import { bySize } from '../support/ring.ts';
import { headersOf, testCore } from '../support/service/core.ts';
import { type FuzzRequest, requests } from './requests.ts';

const RUNS = Number(process.env.FLOWARDEN_FUZZ_REQUESTS ?? bySize(100, 1_500));
/** Continuous integration sends the same requests each time; `fuzz:api` sends new ones. */
const SEED = process.env.FLOWARDEN_FUZZ_SEED ?? (RUNS > 1_500 ? undefined : '20');

const core = await testCore();
const identity = await core.identity();
const HEADERS = { Authorization: `ApiKey ${identity.key}`, 'X-Org-Id': identity.orgId };

const sample = (path: string) => new Blob([readFileSync(join(import.meta.dirname, '../../samples', path))]);
const FILES = [
  sample('uipath/Main.xaml'),
  sample('power-automate/ApproveInvoice.json'),
  new Blob(['<Activity/>']),
  new Blob(['{"a":']),
  new Blob([new Uint8Array([0x50, 0x4b, 3, 4, 0, 0])]),
  new Blob([]),
];

/** Codes that say that the request itself is wrong: no request that the document allows may get one. */
const FORM_CODES = [
  'invalid_request',
  'missing_field',
  'invalid_field',
  'unexpected_field',
  'conflicting_fields',
  'missing_file',
  'malformed_multipart',
  'unsupported_content_type',
];

describe('the service', () => {
  let gateway: TestGateway;
  before(async () => {
    gateway = await startTestGateway({ corePort: core.server.port });
  });
  after(() => gateway.stop());

  async function send({ method, path, body, contentType }: FuzzRequest) {
    const headers = contentType === null ? HEADERS : { ...HEADERS, 'Content-Type': contentType };
    const response = await fetch(gateway.url + path, { method, headers, body, redirect: 'error' });
    const text = await response.text();
    return { status: response.status, text };
  }

  it('answers arbitrary requests as its document says', async () => {
    const counts = { accepted: 0, rejected: 0 };
    const property = fc.asyncProperty(requests(DOCUMENT, FILES), async (request) => {
      const { status, text } = await send(request);
      const shown = `${request.method} ${request.path} ${JSON.stringify(request.sent)}: ${status} ${text.slice(0, 400)}`;
      assert.ok(status < 500 || status === 503, shown);
      const error = status >= 400 && status !== 422 ? JSON.parse(text).error : null;
      if (request.allowed === false) assert.ok(error !== null, `should be refused: ${shown}`);
      if (request.allowed === true) {
        // A core knows more about the values of a JSON body than a schema can say, as which scopes there are and what
        // excludes what, and an empty text counts as not sent.
        const knowsMore =
          request.contentType === 'application/json' &&
          ['invalid_field', 'missing_field', 'conflicting_fields'].includes(error?.code);
        const notYet = /not available on this server yet/.test(text);
        assert.ok(knowsMore || notYet || !FORM_CODES.includes(error?.code), `should be accepted: ${shown}`);
      }
      counts[error === null ? 'accepted' : 'rejected'] += 1;
    });
    await fc.assert(property, { numRuns: RUNS, ...(SEED === undefined ? {} : { seed: Number(SEED) }) });
    assert.ok(Math.min(counts.accepted, counts.rejected) > RUNS / 50, JSON.stringify(counts));
  });

  it('answers every other method with 405 and names its own', async () => {
    for (const [path, item] of Object.entries(DOCUMENT.paths ?? {})) {
      const own = Object.keys(item as Record<string, OperationObject>).map((method) => method.toUpperCase());
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((name) => !own.includes(name))) {
        const url = gateway.url + path.replace(/\{\w+\}/g, '0199f3a2-7c1e-7a10-8f3e-0c5d2b7a9e42');
        const response = await fetch(url, { method, headers: HEADERS });
        assert.equal(response.status, 405, `${method} ${path}`);
        const allow = response.headers.get('allow')?.split(', ') ?? [];
        assert.deepEqual(
          allow.filter((name) => name !== 'HEAD' && name !== 'OPTIONS').sort(),
          own.sort(),
          `${method} ${path}`,
        );
      }
    }
  });
});

describe('a method of the core', () => {
  const client = new Client(`127.0.0.1:${core.server.port}`, credentials.createInsecure());
  after(() => client.close());
  const methods = [
    ValidationServiceService,
    RuleServiceService,
    AccessServiceService,
    ExceptionServiceService,
    ScannerServiceService,
  ].flatMap((service) => Object.values(service).map(({ path }) => path as string));
  const known = new Set<number>(Object.values(ERRORS).map(({ grpc }) => status[grpc]));

  it('answers arbitrary bytes with a message or with an error of the table', async () => {
    const property = fc.asyncProperty(
      fc.constantFrom(...methods),
      fc.oneof(fc.uint8Array({ maxLength: 60 }), protobufLike()),
      async (path, bytes) => {
        const error = await new Promise<ServiceError | null>((resolve) => {
          const pass = (message: Uint8Array) => Buffer.from(message);
          client.makeUnaryRequest(path, pass, (answer) => answer, bytes, headersOf(identity), resolve);
        });
        if (error === null) return;
        const { reason } = richError(error);
        assert.ok(
          known.has(error.code) && error.code !== status.INTERNAL,
          `${path} ${error.code} ${error.details}`,
        );
        assert.ok(Object.hasOwn(ERRORS, reason.toLowerCase()), `${path} ${reason}`);
      },
    );
    await fc.assert(property, { numRuns: Math.ceil(RUNS / 6) });
  });
});

/** Fields with small numbers and fitting lengths: bytes that mostly can be read. */
function protobufLike(): fc.Arbitrary<Uint8Array> {
  const field = fc
    .tuple(fc.integer({ min: 1, max: 15 }), fc.uint8Array({ maxLength: 30 }))
    .map(([number, bytes]) => [(number << 3) | 2, bytes.length, ...bytes]);
  return fc.array(field, { maxLength: 6 }).map((fields) => Uint8Array.from(fields.flat()));
}
