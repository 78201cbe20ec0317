/** Of two things that are wrong with a request, the one that the contract checks first is told. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { makeApiKey } from '../../src/auth/api-key.ts';
import { testCore } from '../support/core.ts';
import { multipart, outcome, rawRequest, startTestGateway, type TestGateway } from './support.ts';

const core = await testCore();
const writer = await core.identity(['analysis:write']);
const reader = await core.identity(['analysis:read'], writer.orgId);
const elsewhere = await core.identity(['analysis:write']);

/** A request before it is written to the socket. */
interface Draft {
  method: string;
  path: string;
  headers: Record<string, string>;
  parts: Map<string, readonly [disposition: string, content: string]>;
  /** Whether `Content-Length` says more than the limit. */
  announcesTooMuch: boolean;
}

/** Everything that can be wrong, in the order in which it is checked, and how the answer begins. */
const FAILURES: readonly (readonly [
  what: string,
  status: number,
  code: string,
  spoil: (draft: Draft) => void,
])[] = [
  ['spelling', 400, 'invalid_field', ({ headers }) => void (headers['X-Service-Case'] = 'kebab')],
  ['path', 404, 'route_not_found', (draft) => void (draft.path = '/api/v1/nowhere')],
  ['method', 405, 'method_not_allowed', (draft) => void (draft.method = 'PUT')],
  [
    'credentials',
    401,
    'invalid_credentials',
    ({ headers }) => void (headers.Authorization = `ApiKey ${makeApiKey().key}`),
  ],
  ['organisation missing', 400, 'missing_org_id', ({ headers }) => void delete headers['X-Org-Id']],
  ['membership', 403, 'org_access_denied', ({ headers }) => void (headers['X-Org-Id'] = elsewhere.orgId)],
  [
    'scope',
    403,
    'insufficient_scope',
    ({ headers }) => void (headers.Authorization = `ApiKey ${reader.key}`),
  ],
  ['length', 413, 'file_too_large', (draft) => void (draft.announcesTooMuch = true)],
  ['query', 400, 'unexpected_field', (draft) => void (draft.path += '?bogus=1')],
  ['type', 400, 'unsupported_content_type', ({ headers }) => void (headers['Content-Type'] = 'text/plain')],
  ['file', 400, 'missing_file', ({ parts }) => void parts.delete('file')],
  [
    'field',
    400,
    'invalid_enforcement_mode',
    ({ parts }) => void parts.set('mode', ['name="enforcement_mode"', 'maybe']),
  ],
  [
    'platform',
    400,
    'unknown_platform',
    ({ parts }) => void parts.set('platform', ['name="platform"', 'platform_9']),
  ],
  [
    'content',
    400,
    'unsupported_file_type',
    ({ parts }) => {
      if (parts.has('file'))
        parts.set('file', ['name="file"; filename="a.xaml"', '<Activity><a></Activity>']);
    },
  ],
];

function draft(): Draft {
  return {
    method: 'POST',
    path: '/api/v1/validate',
    headers: {
      Host: 'gateway',
      Connection: 'close',
      Authorization: `ApiKey ${writer.key}`,
      'X-Org-Id': writer.orgId,
      'Content-Type': 'multipart/form-data; boundary=b',
    },
    parts: new Map([
      ['platform', ['name="platform"', 'platform_1']],
      ['file', ['name="file"; filename="a.xaml"', '<Activity/>']],
    ]),
    announcesTooMuch: false,
  };
}

describe('what is wrong with a request is told in the order of the contract', () => {
  let gateway: TestGateway;
  before(async () => {
    gateway = await startTestGateway({ corePort: core.server.port });
  });
  after(() => gateway.stop());

  async function send(...spoils: readonly ((request: Draft) => void)[]) {
    const request = draft();
    for (const spoil of spoils) spoil(request);
    const body = multipart([...request.parts.values()]);
    const length = request.announcesTooMuch ? 20_000_000 : Buffer.byteLength(body);
    const lines = Object.entries({ ...request.headers, 'Content-Length': String(length) });
    const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
    const { text } = await rawRequest(gateway.port, (socket) => {
      socket.write(`${request.method} ${request.path} HTTP/1.1\r\n${head}\r\n${body}`);
    });
    return outcome(text);
  }

  for (const [index, [what, status, code, spoil]] of FAILURES.entries()) {
    it(`${what} alone`, async () => {
      assert.deepEqual(await send(spoil), [status, code]);
    });
    it(`${what} before all that come later, one by one and together`, async () => {
      const later = FAILURES.slice(index + 1);
      for (const [other, , , spoilToo] of later) {
        // The earlier one last: where both change the same header, it has to be the one that is sent.
        assert.deepEqual(await send(spoilToo, spoil), [status, code], `${what} and ${other}`);
      }
      const all = later.map(([, , , spoilToo]) => spoilToo).reverse();
      assert.deepEqual(await send(...all, spoil), [status, code]);
    });
  }
});
