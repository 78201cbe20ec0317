/** Limits that cross processes: what the gateway lets through at exactly its maximum, the core takes. */

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, describe, it } from 'node:test';
import { submitProject } from '../../gateway/routes/projects/projects.ts';
import { CONTRACT_LIMITS } from '../../src/contract/limits.ts';
import { eachTag } from '../../src/contract/runs/run-tags.ts';
import { FIELD_LIMITS } from '../../src/gen/contract/field-limits.ts';
import { ProjectServiceService } from '../../src/gen/flowarden/v1/project.ts';
import { call } from '../gateway/support/api.ts';
import { form, startTestGateway } from '../gateway/support/support.ts';
import { zip } from '../support/files/zip.ts';
import { until } from '../support/processes.ts';
import { type Identity, testCore } from '../support/service/core.ts';

const ARCHIVE_BYTES_MAX = 3 * 1024 * 1024 + 17;
const XAML =
  '<Activity xmlns="http://schemas.microsoft.com/netfx/2009/xaml/activities"><Sequence DisplayName="Main"/></Activity>';
/** The endpoint for archives with the same small limit as the core. */
const SMALL_ARCHIVES = '/api/v1/test/project';
const smallArchives = {
  ...submitProject,
  path: SMALL_ARCHIVES,
  operationId: 'submitSmallProject',
  body: { ...submitProject.body!, fileBytesMax: ARCHIVE_BYTES_MAX },
} as typeof submitProject;

const core = await testCore({ projects: { archiveBytesMax: ARCHIVE_BYTES_MAX } });
const gateway = await startTestGateway({ corePort: core.server.port, routes: [smallArchives] });
after(() => gateway.stop());
const us = await core.identity();
const { owner } = core.database;

const headersOf = ({ key, orgId }: Identity) => ({ Authorization: `ApiKey ${key}`, 'X-Org-Id': orgId });

async function validate(fields: Record<string, string>, headers: Record<string, string> = {}) {
  const init = { method: 'POST', headers: { ...headersOf(us), ...headers }, body: form(fields, XAML) };
  const { status, body, headers: sent } = await call(gateway, '/api/v1/validate', init);
  return { status, code: body.error?.code as string | undefined, sent };
}

describe('a text field', () => {
  for (const [field, charactersMax, atMost] of [
    ['label', FIELD_LIMITS['ValidateRequest.label'].maxLength, [200, undefined]],
    ['source', FIELD_LIMITS['ValidateRequest.source'].maxLength, [200, undefined]],
    ['ruleset', FIELD_LIMITS['ValidateRequest.ruleset'].maxLength, [400, 'unknown_ruleset']],
    ['policy_pack', FIELD_LIMITS['ValidateRequest.policyPack'].maxLength, [400, 'unknown_policy_pack']],
    ['environment', FIELD_LIMITS['ValidateRequest.environment'].maxLength, [400, 'unknown_environment']],
  ] as const) {
    for (const sign of ['x', '💥']) {
      it(`${field} may have exactly ${charactersMax} characters, as ${sign}, and not one more`, async () => {
        const most = await validate({ [field]: sign.repeat(charactersMax) });
        assert.deepEqual([most.status, most.code], atMost);
        const more = await validate({ [field]: sign.repeat(charactersMax + 1) });
        assert.deepEqual([more.status, more.code], [400, 'invalid_field']);
      });
    }
  }
});

describe('a header', () => {
  it('Idempotency-Key may have exactly its maximum, and not one character more', async () => {
    const key = 'k'.repeat(CONTRACT_LIMITS.idempotencyKeyCharactersMax);
    assert.equal((await validate({}, { 'Idempotency-Key': key })).status, 200);
    const more = await validate({}, { 'Idempotency-Key': `${key}k` });
    assert.deepEqual([more.status, more.code], [400, 'invalid_idempotency_key']);
  });

  it('X-Request-Id is taken over up to its maximum, and replaced beyond it', async () => {
    const id = 'r'.repeat(CONTRACT_LIMITS.requestIdCharactersMax);
    assert.equal((await validate({}, { 'X-Request-Id': id })).sent.get('x-request-id'), id);
    const more = await validate({}, { 'X-Request-Id': `${id}r` });
    assert.equal(more.status, 200);
    assert.match(more.sent.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/);
  });

  it('Authorization that HTTP takes reaches the core, however long', async () => {
    for (const length of [100, 8_000, 15_000]) {
      const { status, code } = await validate({}, { Authorization: `Bearer ${'a'.repeat(length)}` });
      assert.deepEqual([status, code], [401, 'invalid_credentials'], `${length} characters`);
    }
  });
});

/** An archive of exactly so many bytes. */
function archiveOf(bytes: number): Buffer {
  const main = { name: 'Main.xaml', content: XAML };
  const padding = (length: number) => ({ name: 'padding.bin', content: randomBytes(length), stored: true });
  const rest = zip([main, padding(0)]).length;
  const archive = zip([main, padding(bytes - rest)]);
  assert.equal(archive.length, bytes);
  return archive;
}

/** Counts the rows that the core stores of archives. */
async function rowsOf({ orgId }: Identity): Promise<Readonly<Record<string, number>>> {
  const [row] = await owner`
    select (select count(*) from blobs where org_id = ${orgId})::int as blobs,
      (select count(*) from blob_chunks where org_id = ${orgId})::int as chunks,
      (select count(*) from projects where org_id = ${orgId})::int as projects`;
  return row as Readonly<Record<string, number>>;
}

const NOTHING_LEFT = { blobs: 0, chunks: 0, projects: 0 };

describe('an archive', () => {
  it('of exactly the limit is accepted over REST, and rejected with one byte more, which leaves nothing', async () => {
    const [taker, rejected] = [await core.identity(), await core.identity()];
    const send = (who: Identity, archive: Buffer) => {
      const body = new FormData();
      body.set('file', new Blob([new Uint8Array(archive)]), 'robot.zip');
      return call(gateway, SMALL_ARCHIVES, { method: 'POST', headers: headersOf(who), body });
    };
    const taken = await send(taker, archiveOf(ARCHIVE_BYTES_MAX));
    assert.deepEqual([taken.status, taken.body.sizeBytes], [200, ARCHIVE_BYTES_MAX]);
    const answer = await send(rejected, archiveOf(ARCHIVE_BYTES_MAX + 1));
    assert.deepEqual([answer.status, answer.body.error.code], [413, 'file_too_large']);
    await until('nothing is left', async () => {
      const rows = await rowsOf(rejected);
      return JSON.stringify(rows) === JSON.stringify(NOTHING_LEFT);
    });
  });

  it('of exactly the limit is accepted over gRPC, and rejected with one byte more, which leaves nothing', async () => {
    const [taker, rejected] = [await core.identity(), await core.identity()];
    const send = (who: Identity, archive: Buffer) => {
      const value = {
        filename: 'robot.zip',
        metadata: '',
        enforcementMode: '',
        ruleset: '',
        policyPack: '',
        environment: '',
        ...eachTag(() => ''),
      };
      const pieces = [];
      for (let from = 0; from < archive.length; from += CONTRACT_LIMITS.uploadPieceBytesMax)
        pieces.push(archive.subarray(from, from + CONTRACT_LIMITS.uploadPieceBytesMax));
      return core.send(
        ProjectServiceService.submitProject,
        [
          ...pieces.map((piece) => ({ part: { $case: 'content' as const, value: piece } })),
          { part: { $case: 'submission' as const, value } },
        ],
        who,
      );
    };
    const { project } = await send(taker, archiveOf(ARCHIVE_BYTES_MAX));
    assert.equal(project?.sizeBytes, ARCHIVE_BYTES_MAX);
    await assert.rejects(send(rejected, archiveOf(ARCHIVE_BYTES_MAX + 1)), /bytes/);
    assert.deepEqual(await rowsOf(rejected), NOTHING_LEFT);
  });
});
