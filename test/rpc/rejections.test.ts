/** Every rejection of a submission, as it arrives at a gRPC client. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { status } from '@grpc/grpc-js';
import { CONTRACT_LIMITS } from '../../src/contract/limits.ts';
import type { ValidateRequest } from '../../src/gen/flowarden/v1/validation.ts';
import { ValidationServiceService as Methods } from '../../src/gen/flowarden/v1/validation.ts';
import { bot, validateRequest } from '../support/files/bot.ts';
import { BASE_URL, headersOf, testCore } from '../support/service/core.ts';

const core = await testCore();
const writer = await core.identity();

interface Case {
  readonly title: string;
  readonly changes: Partial<ValidateRequest>;
  readonly reason: string;
  readonly status?: number;
  readonly field?: string;
  readonly message?: RegExp;
  readonly metadata?: Readonly<Record<string, string>>;
}

const bytes = (count: number) => Buffer.alloc(count, ' ');
const metadata = (value: unknown) => JSON.stringify(value);

const CASES: readonly Case[] = [
  { title: 'an empty file', changes: { file: bytes(0) }, reason: 'EMPTY_FILE', field: 'file' },
  {
    title: 'a file one byte over the limit',
    changes: { file: bytes(CONTRACT_LIMITS.fileBytesSyncMax + 1) },
    reason: 'FILE_TOO_LARGE',
    status: status.RESOURCE_EXHAUSTED,
    field: 'file',
    message: /10,485,761 bytes; the limit is 10,485,760/,
    metadata: { bytes: '10485761', limitBytes: '10485760' },
  },
  {
    title: 'a file of exactly the limit that is no workflow',
    changes: { file: bytes(CONTRACT_LIMITS.fileBytesSyncMax) },
    reason: 'UNSUPPORTED_FILE_TYPE',
  },
  {
    title: 'no platform',
    changes: { platform: '' },
    reason: 'MISSING_FIELD',
    field: 'platform',
    message: /platform_1 \(uipath\), .*platform_4 \(blue_prism\)/,
  },
  {
    title: 'an unknown platform',
    changes: { platform: 'zapier' },
    reason: 'UNKNOWN_PLATFORM',
    field: 'platform',
    message: /"zapier".*platform_1 \(uipath\)/,
    metadata: { known: 'platform_1, platform_2, platform_3, platform_4' },
  },
  {
    title: "another platform's file",
    changes: { platform: 'platform_1' },
    reason: 'PLATFORM_MISMATCH',
    message: /platform_3/,
    metadata: { recognisedPlatform: 'platform_3' },
  },
  {
    title: 'an unknown enforcement mode',
    changes: { enforcementMode: 'strict' },
    reason: 'INVALID_ENFORCEMENT_MODE',
    field: 'enforcement_mode',
    message: /advisory, warning, blocking/,
  },
  {
    title: 'an unknown ruleset',
    changes: { ruleset: 'mine' },
    reason: 'UNKNOWN_RULESET',
    field: 'ruleset',
    message: /default, strict, security/,
  },
  {
    title: 'any policy pack',
    changes: { policyPack: 'pci' },
    reason: 'UNKNOWN_POLICY_PACK',
    field: 'policy_pack',
  },
  {
    title: 'an unknown environment',
    changes: { environment: 'moon' },
    reason: 'UNKNOWN_ENVIRONMENT',
    field: 'environment',
    message: /development, production, staging, test/,
  },
  { title: 'no file name', changes: { filename: '' }, reason: 'MISSING_FIELD', field: 'filename' },
  {
    title: 'a folder as file name',
    changes: { filename: 'a/b/' },
    reason: 'MISSING_FIELD',
    field: 'filename',
  },
  {
    title: 'a label that is too long',
    changes: { label: 'x'.repeat(201) },
    reason: 'INVALID_FIELD',
    field: 'label',
    message: /The field label must have at most 200 characters\./,
  },
  { title: 'a label with a NUL', changes: { label: 'a\0b' }, reason: 'INVALID_FIELD', field: 'label' },
  {
    title: 'a source that is too long',
    changes: { source: 'x'.repeat(65) },
    reason: 'INVALID_FIELD',
    field: 'source',
  },
  {
    title: 'a ruleset name that is too long',
    changes: { ruleset: 'x'.repeat(129) },
    reason: 'INVALID_FIELD',
    field: 'ruleset',
  },
  {
    title: 'a policy pack name that is too long',
    changes: { policyPack: 'x'.repeat(129) },
    reason: 'INVALID_FIELD',
    field: 'policy_pack',
  },
  {
    title: 'an environment name that is too long',
    changes: { environment: 'x'.repeat(129) },
    reason: 'INVALID_FIELD',
    field: 'environment',
  },
  {
    title: 'metadata of one byte too many',
    changes: { metadata: `{"a":"${'é'.repeat(2044)}x"}` },
    reason: 'METADATA_TOO_LARGE',
    field: 'metadata',
    message: /4,097 bytes of UTF-8; the limit is 4,096/,
  },
  {
    title: 'metadata that is not JSON',
    changes: { metadata: '{provider: ci}' },
    reason: 'INVALID_METADATA',
    field: 'metadata',
  },
  {
    title: 'metadata that is no object',
    changes: { metadata: '["ci"]' },
    reason: 'INVALID_METADATA',
    field: 'metadata',
  },
  {
    title: 'metadata with two spellings of one field',
    changes: { metadata: metadata({ pipeline: { prUrl: 'a', pr_url: 'b' } }) },
    reason: 'CONFLICTING_FIELDS',
    field: 'metadata',
    message: /pipeline\.prUrl and pipeline\.pr_url/,
  },
  {
    title: 'a file that is no workflow',
    changes: { file: Buffer.from('hello') },
    reason: 'UNSUPPORTED_FILE_TYPE',
  },
  {
    title: 'a damaged workflow',
    changes: { file: bot().subarray(0, -3) },
    reason: 'UNPARSABLE_FILE',
  },
];

describe('a submission is rejected', () => {
  for (const expected of CASES) {
    it(`with ${expected.title}: ${expected.reason}`, async () => {
      const error = await core.rejection(Methods.validate, validateRequest(expected.changes), writer);
      assert.equal(error.reason, expected.reason, error.message);
      assert.equal(error.status, expected.status ?? status.INVALID_ARGUMENT);
      assert.equal(error.domain, 'flowarden');
      assert.equal(error.helpUrl, `${BASE_URL}/docs/errors#${expected.reason.toLowerCase()}`);
      assert.deepEqual(error.fields, expected.field === undefined ? [] : [expected.field]);
      assert.match(error.message, expected.message ?? /\.$/);
      for (const [name, value] of Object.entries(expected.metadata ?? {}))
        assert.equal(error.metadata[name], value);
    });
  }

  it('only beyond 4,096 bytes of metadata and 200 characters of label', async () => {
    const changes = { metadata: `{"a":"${'é'.repeat(2044)}"}`, label: '🤖'.repeat(200) };
    assert.equal(Buffer.byteLength(changes.metadata), 4096);
    assert.ok((await core.call(Methods.validate, validateRequest(changes), writer)).validation);
  });
});

describe('a caller is rejected', () => {
  const request = validateRequest();
  const rejection = (identity: typeof writer | null, headers: Record<string, string> = {}) =>
    core.rejection(Methods.validate, request, identity, { headers });

  it('without credentials', async () => {
    const error = await rejection(null, { 'x-org-id': writer.orgId });
    assert.deepEqual([error.status, error.reason], [status.UNAUTHENTICATED, 'AUTHENTICATION_REQUIRED']);
  });
  it('with a wrong key', async () => {
    const error = await rejection({ ...writer, key: `${writer.key.slice(0, -1)}-` });
    assert.deepEqual([error.status, error.reason], [status.UNAUTHENTICATED, 'INVALID_CREDENTIALS']);
    assert.ok(!error.message.includes(writer.key.slice(20)));
  });
  it('without an organisation, and with one that is no UUID', async () => {
    assert.equal((await rejection({ ...writer, orgId: '' })).reason, 'MISSING_ORG_ID');
    assert.equal((await rejection({ ...writer, orgId: 'acme' })).reason, 'INVALID_ORG_ID');
  });
  it("with another organisation's identifier", async () => {
    const other = await core.identity();
    const error = await rejection({ ...writer, orgId: other.orgId });
    assert.deepEqual([error.status, error.reason], [status.PERMISSION_DENIED, 'ORG_ACCESS_DENIED']);
  });
  it('without the scope, before its file is looked at', async () => {
    const reader = await core.identity(['analysis:read']);
    const error = await core.rejection(Methods.validate, validateRequest({ file: bytes(0) }), reader);
    assert.deepEqual([error.status, error.reason], [status.PERMISSION_DENIED, 'INSUFFICIENT_SCOPE']);
    assert.equal(error.metadata.scope, 'analysis:write');
  });
  it('with its own request id in the answer, or a new one when it is not a good one', async () => {
    assert.equal((await rejection(null, { 'x-request-id': 'run-7.a_B' })).requestId, 'run-7.a_B');
    const made = (await rejection(null, { 'x-request-id': 'no spaces please' })).requestId;
    assert.match(made ?? '', /^[0-9a-f-]{36}$/);
    assert.equal(headersOf(writer).get('x-request-id').length, 0);
  });
});

describe('a reader is rejected', () => {
  const page = { pageSize: 0, cursor: '', validatedAfter: undefined, validatedBefore: undefined };
  const cases = [
    { title: 'a page size over the limit', request: { ...page, pageSize: 1_001 }, reason: 'INVALID_FIELD' },
    { title: 'a negative page size', request: { ...page, pageSize: -1 }, reason: 'INVALID_FIELD' },
    { title: 'a made-up cursor', request: { ...page, cursor: 'abc' }, reason: 'INVALID_CURSOR' },
    { title: 'an unknown platform', request: { ...page, platform: 'x' }, reason: 'UNKNOWN_PLATFORM' },
    {
      title: 'a time far away',
      request: { ...page, validatedAfter: new Date(-1e14) },
      reason: 'INVALID_FIELD',
    },
  ];
  for (const { title, request, reason } of cases) {
    it(`${title}: ${reason}`, async () => {
      assert.equal((await core.rejection(Methods.listValidations, request, writer)).reason, reason);
    });
  }
  it('a result that does not exist, also when the id is no UUID', async () => {
    for (const validationId of ['0190d5a4-7c1e-7a3b-9f00-3f2a1b4c5d6e', 'x', '']) {
      const error = await core.rejection(Methods.getValidation, { validationId, waitSeconds: 0 }, writer);
      assert.deepEqual([error.status, error.reason], [status.NOT_FOUND, 'NOT_FOUND']);
    }
  });
});
