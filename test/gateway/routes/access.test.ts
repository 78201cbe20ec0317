/** The order of the checks, with a real core behind the gateway: who may not call learns nothing else and sends nothing. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { makeApiKey } from '../../../src/service/access/api-key.ts';
import { type Identity, testCore } from '../../support/service/core.ts';
import { call } from '../support/api.ts';
import {
  form,
  outcome,
  rawRequest,
  startTestGateway,
  type TestGateway,
  uploadHead,
} from '../support/support.ts';

const core = await testCore();
const writer = await core.identity(['analysis:write']);
const reader = await core.identity(['analysis:read']);
const stranger: Identity = { orgId: writer.orgId, key: makeApiKey().key };

const headersOf = ({ key, orgId }: Identity) => ({ Authorization: `ApiKey ${key}`, 'X-Org-Id': orgId });

describe('a caller', () => {
  let gateway: TestGateway;
  before(async () => {
    gateway = await startTestGateway({ corePort: core.server.port });
  });
  after(() => gateway.stop());

  const wrong: readonly (readonly [
    who: string,
    headers: Record<string, string>,
    status: number,
    code: string,
  ])[] = [
    ['with an unknown key', headersOf(stranger), 401, 'invalid_credentials'],
    [
      'with an unknown key and no organisation',
      { Authorization: `ApiKey ${stranger.key}` },
      401,
      'invalid_credentials',
    ],
    [
      'with an unknown key and a bad organisation',
      headersOf({ ...stranger, orgId: 'acme' }),
      401,
      'invalid_credentials',
    ],
    ['without an organisation', { Authorization: `ApiKey ${writer.key}` }, 400, 'missing_org_id'],
    ['of an organisation that is no UUID', headersOf({ ...writer, orgId: 'acme' }), 400, 'invalid_org_id'],
    ['of an organisation in another script', headersOf({ ...writer, orgId: 'é' }), 400, 'invalid_org_id'],
    [
      'of two organisations',
      headersOf({ ...writer, orgId: `${writer.orgId}, ${writer.orgId}` }),
      400,
      'invalid_org_id',
    ],
    ['of another organisation', headersOf({ ...writer, orgId: reader.orgId }), 403, 'org_access_denied'],
    ['without the scope', headersOf(reader), 403, 'insufficient_scope'],
  ];
  for (const [who, headers, status, code] of wrong) {
    it(`${who} is rejected though the form is wrong too`, async () => {
      const body = form({ platform: 'nowhere', bogus: '1' }, '');
      const answer = await call(gateway, '/api/v1/validate?bogus=1', { method: 'POST', headers, body });
      assert.deepEqual([answer.status, answer.body.error.code], [status, code]);
    });
    it(`${who} is rejected before a byte of the body has arrived`, async () => {
      const lines = uploadHead({
        ...headers,
        'X-Org-Id': headers['X-Org-Id'] ?? '',
        'Content-Length': 9_000_000,
      });
      const { text, milliseconds } = await rawRequest(gateway.port, (socket) => {
        socket.write(Buffer.from(lines, 'latin1'));
      });
      assert.deepEqual(outcome(text), [status, code]);
      assert.match(text, /\r\nConnection: close\r\n/);
      assert.ok(milliseconds < 10_000, `${milliseconds} ms`);
    });
  }

  for (const path of ['/api/v1/results/nonsense', '/api/v1/validations?cursor=zzz&pageSize=many']) {
    it(`with an unknown key is rejected at ${path} though the address is wrong too`, async () => {
      const { status, body } = await call(gateway, path, { headers: headersOf(stranger) });
      assert.deepEqual([status, body.error.code], [401, 'invalid_credentials']);
    });
    it(`with a good key learns what is wrong with ${path}`, async () => {
      const { status, body } = await call(gateway, path, { headers: headersOf(reader) });
      assert.deepEqual([status, body.error.code], [400, 'invalid_field']);
    });
  }

  it('that is admitted gets 100 Continue only then', async () => {
    const expecting = { 'Content-Length': 200, Expect: '100-continue' };
    const rejected = await rawRequest(gateway.port, (socket) => {
      socket.write(uploadHead({ ...expecting, ...headersOf(stranger) }));
    });
    assert.doesNotMatch(rejected.text, /100 Continue/);
    const admitted = await rawRequest(gateway.port, (socket) => {
      socket.write(uploadHead({ ...expecting, ...headersOf(writer) }));
      socket.once('data', () => socket.end());
    });
    assert.match(admitted.text, /^HTTP\/1\.1 100 Continue/);
  });
});
