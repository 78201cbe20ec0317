/** The move of old results to the bucket, and their deletion: killed at any moment, nothing is lost, and nothing is left behind. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { packContent } from '../../../src/infra/blobs/packed-content.ts';
import { inTransaction } from '../../../src/infra/database/database.ts';
import { sweepBlobs } from '../../../src/jobs/sweep-blobs.ts';
import { packNextResults } from '../../../src/service/results/bodies/pack-results.ts';
import {
  listWastefulPartitions,
  rewritePartition,
} from '../../../src/service/results/bodies/rewrite-partitions-store.ts';
import { releaseUnusedPacks } from '../../../src/service/results/bodies/unused-packs-store.ts';
import { deleteOrganisation } from '../../../src/service/retention/delete-organisation.ts';
import { DAY_MS } from '../../../src/units.ts';
import { startScript, until } from '../../support/processes.ts';
import { silentBucket } from '../../support/service/bucket.ts';
import type { Identity } from '../../support/service/core.ts';
import { fileWithFinding as file, later, packedService } from '../../support/service/packed-results.ts';

const { core, deps, contents, port, job, call, validate, pack, objectsOf, expireAll } = await packedService();
const { owner, ownerSql, url } = core.database;
const script = fileURLToPath(new URL('../../support/service/pack-process.ts', import.meta.url));
const SERVER = `http://127.0.0.1:${port}`;

/** Starts a process to kill. */
function start(...argv: readonly string[]) {
  return startScript(script, argv, {});
}

async function assertNothingIsLeft({ orgId }: Identity): Promise<void> {
  assert.deepEqual(objectsOf({ orgId } as Identity), []);
  for (const table of ['blobs', 'validations', 'outlines'])
    assert.equal((await owner`select from ${owner(table)} where org_id = ${orgId}`).length, 0, table);
}

const OPERATOR = { kind: 'operator', id: 'test', name: 'Test', email: null } as const;
const deleteAllOf = ({ orgId }: Identity) =>
  deleteOrganisation(
    { sql: ownerSql, blobs: deps.blobs, onProgress() {} },
    { id: orgId, name: 'Test' },
    OPERATOR,
  );

describe('the move to the bucket', () => {
  it('killed at any moment loses nothing, and the next one goes on', async () => {
    const kinds = ['PUT', 'GET', 'row'] as const;
    await Promise.all(
      kinds.map(async (kind) => {
        const who = await core.identity();
        const { validationId } = await validate(who, file('Killed'));
        const before = await call(who, `/results/${validationId}`);
        const bucket = kind === 'row' ? null : await silentBucket(port, kind);
        await owner.begin(async (sql) => {
          if (kind === 'row') await sql`select from validations where id = ${validationId} for update`;
          const moving = start('move', url, bucket?.endpoint ?? SERVER, who.orgId);
          await until(`the move has reached ${kind}`, async () => {
            assert.equal(moving.child.exitCode, null, moving.output());
            if (bucket !== null) return bucket.isReached();
            const [waiting] = await owner`
              select from pg_stat_activity where wait_event_type = 'Lock' and query like '%update validations set body_id%' limit 1`;
            return waiting !== undefined;
          });
          moving.child.kill('SIGKILL');
          assert.equal(await moving.ended, 'SIGKILL');
        });
        assert.deepEqual(await call(who, `/results/${validationId}`), before, kind);
        assert.equal(objectsOf(who).length, 1, kind);
        await packNextResults({ sql: ownerSql, contents }, who.orgId, later());
        const states =
          await owner`select state, body_id from blobs left join validations on body_id = blobs.id
          where blobs.org_id = ${who.orgId} and packed = 'results'`;
        assert.deepEqual(
          [states.length, states[0]!.state, states[0]!.bodyId !== null],
          [1, 'kept', true],
          kind,
        );
        assert.deepEqual(await call(who, `/results/${validationId}`), before, kind);
      }),
    );
  });

  it('leaves nothing of a pack that no row refers to', async () => {
    const who = await core.identity();
    await contents.put(who.orgId, packContent('lost'));
    await owner`update blobs set created_at = now() - interval '2 hours' where org_id = ${who.orgId}`;
    assert.equal(objectsOf(who).length, 1);
    await sweepBlobs(job);
    assert.equal(objectsOf(who).length, 0);
    assert.equal((await owner`select from blobs where org_id = ${who.orgId}`).length, 0);
  });

  it('takes back the outlines of files that run again', async () => {
    const who = await core.identity();
    await validate(who, file('Outlined'));
    await pack();
    const { validationId } = await validate(who, file('Outlined'));
    const before = await call(who, `/results/${validationId}/outline`);
    assert.equal(before.status, 200);
    await owner`update outlines set used_at = now() + interval '3 days' where org_id = ${who.orgId}`;
    await pack();
    const [row] =
      await owner`select length(bytes) > 0 as is_here, pack_id from outlines where org_id = ${who.orgId}`;
    assert.deepEqual(row, { isHere: true, packId: null });
    assert.deepEqual(await call(who, `/results/${validationId}/outline`), before);
  });

  it('waits a day for older programs to end', async () => {
    const who = await core.identity();
    await validate(who, file('Early'));
    const name = '%packed_results.sql';
    await owner`update schema_migrations set applied_at = now() where name like ${name}`;
    await pack();
    assert.equal(objectsOf(who).length, 0);
    await owner`update schema_migrations set applied_at = now() - interval '2 days' where name like ${name}`;
  });

  it('rewrites the partition of a month whose rows it has emptied, with its indexes and its rows', async () => {
    const who = await core.identity();
    await owner.unsafe(`create table validations_2020_01 partition of validations
      for values from ('016f5e66-e800-0000-0000-000000000000') to ('016ffe0c-1400-0000-0000-000000000000')`);
    const { validationId } = await validate(who, file('Rewritten'));
    const id = '016f5e66-e900-7000-8000-000000000000';
    await owner`update validations set id = ${id} where id = ${validationId}`;
    const before = await call(who, `/results/${id}`);
    const shape = async () => {
      const [row] = await owner`
        select relfilenode::text as file, obj_description(oid) is not null as is_rewritten,
          (select count(*)::int from pg_index where indrelid = oid and indisvalid) as indexes,
          (select count(*)::int from pg_inherits join pg_index on indexrelid = inhrelid where indrelid = pg_class.oid) as attached,
          (select count(*)::int from pg_constraint where conrelid = pg_class.oid) as constraints,
          (select count(*)::int from pg_trigger where tgrelid = pg_class.oid and not tgisinternal) as triggers
        from pg_class where relname = 'validations_2020_01'`;
      return row!;
    };
    const { file: oldFile, ...old } = await shape();
    await pack();
    const { file: newFile, ...rewritten } = await shape();
    assert.notEqual(newFile, oldFile);
    assert.deepEqual(rewritten, { ...old, isRewritten: true });
    assert.deepEqual(await call(who, `/results/${id}`), before);
    await pack();
    assert.equal((await shape()).file, newFile, 'once');
    const [row] = await owner`select tableoid::regclass::text as place from validations where id = ${id}`;
    assert.equal(row!.place, 'validations_2020_01');
    await owner`comment on table validations_2020_01 is null`;
    const isDue = async (day: string) =>
      (await inTransaction(ownerSql, (sql) => listWastefulPartitions(sql, new Date(day)))).length > 0;
    assert.deepEqual([await isDue('2020-01-07'), await isDue('2020-01-08')], [false, true]);
    await inTransaction(ownerSql, (sql) =>
      rewritePartition(sql, 'validations_2020_01', new Date('2020-01-08')),
    );
    assert.deepEqual(
      [await isDue('2020-01-14'), await isDue('2020-01-15'), await isDue('2020-02-01')],
      [false, true, true],
    );
    await owner`drop table validations_2020_01`;
  });

  it('gives a month its room back while others read it, validate, and delete results of it', async () => {
    const [who, leaving] = [await core.identity(), await core.identity()];
    await owner.unsafe(`create table validations_2020_02 partition of validations
      for values from ('016ffe0c-1400-0000-0000-000000000000') to ('01709364-7800-0000-0000-000000000000')`);
    const id = '016ffe0c-1500-7000-8000-000000000000';
    const idOfOther = '016ffe0c-1600-7000-8000-000000000000';
    const pairs = [
      [who, id],
      [leaving, idOfOther],
    ] as const;
    for (const [owning, old] of pairs) {
      const { validationId } = await validate(owning, file('Rewritten'));
      await owner`update validations set id = ${old} where id = ${validationId}`;
    }
    const before = await call(who, `/results/${id}`);
    let rewriting: Promise<void> | undefined;
    await owner.begin(async (sql) => {
      // Readers hold the table; the exchange waits for them.
      await sql`select from validations limit 1`;
      rewriting = pack();
      await until('the rewrite waits for the exchange', async () => {
        const [waiting] = await owner`
          select from pg_locks where not granted and mode = 'AccessExclusiveLock' and relation = 'validations'::regclass limit 1`;
        return waiting !== undefined;
      });
      assert.deepEqual(await call(who, `/results/${id}`), before);
      const { findings } = before.body;
      const request = {
        validationId: id,
        findingId: findings[0].id,
        reason: 'It is known.',
        expiresAt: later(),
      };
      assert.equal((await call(who, '/exceptions', request)).status, 201);
      assert.ok((await validate(who, file('Rewritten'))).validationId);
      await deleteAllOf(leaving);
      const [month] = await owner`select obj_description('validations_2020_02'::regclass) as comment`;
      assert.equal(month!.comment, null);
    });
    await rewriting;
    // The next night, if it had to wait too long.
    await pack();
    const rows = await owner`
      select id, body_id is not null as is_moved, tableoid::regclass::text as place, obj_description(tableoid) is not null as is_rewritten
      from validations where id in (${id}, ${idOfOther})`;
    assert.deepEqual(
      [...rows],
      [
        {
          id,
          isMoved: true,
          place: 'validations_2020_02',
          isRewritten: true,
        },
      ],
    );
    assert.equal((await call(who, `/results/${id}`)).status, 200);
    await assertNothingIsLeft(leaving);
    await owner`drop table validations_2020_02`;
  });

  it('leaves a month alone in which a run has not ended, and files of a project that has not', async () => {
    const who = await core.identity();
    await owner.unsafe(`create table validations_2020_03 partition of validations
      for values from ('01709364-7800-0000-0000-000000000000') to ('01713309-9c00-0000-0000-000000000000')`);
    const { validationId } = await validate(who, file('Waiting'));
    const id = '01709364-8900-7000-8000-000000000000';
    await owner`update validations set id = ${id} where id = ${validationId}`;
    const [project] = await owner`
      insert into projects (org_id, id, status, filename, pipeline, enforcement_mode, ruleset, content_bytes, content_sha256, file_count,
        blob_id)
      values (${who.orgId}, '01709364-8800-7000-8000-000000000000', 'running', 'robot.zip', '{}', 'warning', 'default', 1, '', 1,
        ${validationId})
      returning id`;
    await pack();
    const isMoved = async () =>
      (await owner`select body_id from validations where id = ${id}`)[0]!.bodyId !== null;
    assert.equal(await isMoved(), false);
    await owner`delete from projects where id = ${project!.id}`;
    await owner`
      insert into validations (org_id, id, status, platform, filename, enforcement_mode, content_sha256, content_bytes, blob_id)
      values (${who.orgId}, '01709364-8a00-7000-8000-000000000000', 'running', 'uipath', 'a.xaml', 'warning', '', 1, ${validationId})`;
    await pack();
    assert.equal(await isMoved(), true);
    const [row] = await owner`select obj_description('validations_2020_03'::regclass) as comment`;
    assert.equal(row!.comment, null);
    await owner`drop table validations_2020_03`;
  });

  it('fails while the bucket does not have the pack, and the rows stay as they are', async () => {
    const who = await core.identity();
    const { validationId } = await validate(who, file('Forged'));
    const before = await call(who, `/results/${validationId}`);
    const forging = { ...contents, put: async () => false };
    await assert.rejects(
      packNextResults({ sql: ownerSql, contents: forging }, who.orgId, later()),
      /is being deleted/,
    );
    assert.deepEqual(await call(who, `/results/${validationId}`), before);
  });
});

describe('deletion', () => {
  it('of an organisation leaves nothing in the database and nothing in the bucket', async () => {
    const who = await core.identity();
    await validate(who, file('Deleted'));
    await pack();
    assert.equal(objectsOf(who).length, 2);
    await deleteAllOf(who);
    await assertNothingIsLeft(who);
    assert.equal((await owner`select from packed_results where org_id = ${who.orgId}`).length, 0);
  });

  it('by age leaves nothing in the database and nothing in the bucket, also of rows that a statement has deleted', async () => {
    const [swept, dropped] = [await core.identity(), await core.identity()];
    for (const who of [swept, dropped]) await validate(who, file('Aged'));
    await pack();
    await owner`delete from validations where org_id = ${dropped.orgId}`;
    await expireAll();
    await sweepBlobs(job);
    for (const who of [swept, dropped]) await assertNothingIsLeft(who);
  });

  it('killed between the bucket and the row goes on with the next sweep', async () => {
    const who = await core.identity();
    await validate(who, file('Killed'));
    await pack();
    await expireAll();
    const [blob] = await owner`select id from blobs where org_id = ${who.orgId} and packed = 'results'`;
    const bucket = await silentBucket(port, 'DELETE');
    const deleting = start('delete', url, bucket.endpoint, who.orgId, blob!.id);
    await until('the object is deleted', () => {
      assert.equal(deleting.child.exitCode, null, deleting.output());
      return bucket.isReached();
    });
    deleting.child.kill('SIGKILL');
    assert.equal(await deleting.ended, 'SIGKILL');
    assert.equal((await owner`select from blobs where id = ${blob!.id}`).length, 1);
    await sweepBlobs(job);
    await assertNothingIsLeft(who);
  });

  it('of the newest result leaves the others of its pack readable until they go themselves', async () => {
    const who = await core.identity();
    const ids: string[] = [];
    for (const name of ['First', 'Second']) ids.push((await validate(who, file(name), name)).validationId);
    await pack();
    const release = () =>
      inTransaction(ownerSql, (sql) =>
        releaseUnusedPacks(sql, new Date(Date.now() + 500 * DAY_MS), 400, 100),
      );
    await owner`delete from validations where id = ${ids[1]!}`;
    await release();
    await sweepBlobs(job);
    assert.equal((await call(who, `/results/${ids[0]}`)).status, 200);
    await owner`delete from validations where id = ${ids[0]!}`;
    assert.ok((await release()) > 0);
    await sweepBlobs(job);
    assert.equal(
      (await owner`select from blobs where org_id = ${who.orgId} and packed = 'results'`).length,
      0,
    );
  });
});
