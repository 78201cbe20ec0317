/** Forms that runs of a repository's file leave behind, by REST. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inTransaction, withOrganisation } from '../../../src/infra/database/database.ts';
import { findSettings } from '../../../src/service/policy/organisation-settings-store.ts';
import { updateEstate } from '../../../src/service/results/estate/estate-store.ts';
import { deleteOldForms } from '../../../src/service/results/estate/workflow-forms-store.ts';
import { deleteWorkflowsBefore } from '../../../src/service/retention/retention-store.ts';
import { zip } from '../../support/files/zip.ts';
import type { Identity } from '../../support/service/core.ts';
import { estateFile, estateService } from '../../support/service/estate-service.ts';

const { core, call, get, run, runQueued, submit, completed } = await estateService();
const { app, owner, ownerSql } = core.database;

interface FormRow {
  readonly form: string;
  readonly onDefaultBranch: boolean;
  readonly isProven: boolean;
  readonly wouldBlock: boolean;
  readonly branch: string | null;
  readonly validationId: string;
}

const formsOf = ({ orgId }: Identity): Promise<FormRow[]> => owner<FormRow[]>`
  select encode(form, 'hex') as form, on_default_branch, is_proven, would_block, branch, validation_id
  from workflow_forms where org_id = ${orgId} order by on_default_branch desc, is_proven desc, validation_id`;

/** Validates a file of the repository on a branch. */
async function send(who: Identity, file: Buffer, branch: string | null, path = 'src/Main.xaml') {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(file)]), path);
  form.set('platform', path.endsWith('.xaml') ? 'uipath' : 'blue-prism');
  form.set(
    'metadata',
    JSON.stringify({ pipeline: { repository: 'bank/robots', ...(branch && { branch }) } }),
  );
  const { status, body } = await call(who, 'POST', '/validate', form);
  assert.ok(status === 200 || status === 422, JSON.stringify(body));
  return body.validationId as string;
}

/** The file as the designer saves it again. */
const saved = (file: Buffer): Buffer =>
  Buffer.from(file.toString().replace('<Sequence', '<!-- saved --><Sequence'));

/** Marks a run as proven, as an identity token does. */
async function prove({ orgId }: Identity, id: string, members: string): Promise<void> {
  await owner`update validations set pipeline = pipeline || ${members}::text::jsonb where org_id = ${orgId} and id = ${id}`;
  await withOrganisation(app, orgId, async (transaction) =>
    updateEstate(transaction, [id], await findSettings(transaction), 'bank/robots'),
  );
}

describe('the forms of a workflow', () => {
  it('are those of its runs, one for all saves that change nothing', async () => {
    const who = await core.identity();
    await send(who, estateFile(), 'main');
    const again = await send(who, saved(estateFile()), 'refs/heads/main');
    const feature = await send(who, estateFile(), 'feature/x');
    const other = await send(who, estateFile(['cleartext']), 'feature/x');
    const rows = await formsOf(who);
    assert.deepEqual(
      rows.map(({ validationId, onDefaultBranch }) => [validationId, onDefaultBranch]),
      [
        [again, true],
        [feature, false],
        [other, false],
      ],
    );
    assert.equal(rows[0]!.form, rows[1]!.form);
    assert.notEqual(rows[1]!.form, rows[2]!.form);
  });

  it('say whether the newest run would block', async () => {
    const who = await core.identity();
    await send(who, estateFile(['secret']), 'main');
    assert.deepEqual(
      (await formsOf(who)).map(({ wouldBlock }) => wouldBlock),
      [true],
    );
  });

  it('are on no default branch without a branch, and none without a repository', async () => {
    const who = await core.identity();
    await send(who, estateFile(), null);
    assert.deepEqual(
      (await formsOf(who)).map(({ onDefaultBranch }) => onDefaultBranch),
      [false],
    );
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(estateFile(['cleartext']))]), 'Main.xaml');
    form.set('platform', 'uipath');
    await call(who, 'POST', '/validate', form);
    assert.equal((await formsOf(who)).length, 1);
  });

  it('are proven by a token of a run that has the files of its branch, and a claim replaces no proof', async () => {
    const who = await core.identity();
    const claimed = await send(who, estateFile(), 'main');
    await prove(who, claimed, '{"isProven":true}');
    assert.deepEqual(
      (await formsOf(who)).map(({ isProven }) => isProven),
      [false],
    );
    await prove(who, claimed, '{"runsOwnBranch":true}');
    const later = await send(who, estateFile(), 'main');
    assert.deepEqual(
      (await formsOf(who)).map(({ isProven, validationId }) => [isProven, validationId]),
      [
        [true, claimed],
        [false, later],
      ],
    );
  });

  it('are none of a run that was pulled: what runs in a tenant does not approve itself', async () => {
    const who = await core.identity();
    const id = await send(who, estateFile(), 'main');
    await owner`delete from workflow_forms where org_id = ${who.orgId}`;
    await prove(who, id, '{"isProven":true,"runsOwnBranch":true,"pulledFrom":"tenant:source/place/key"}');
    assert.equal((await formsOf(who)).length, 0);
  });

  it('follow the default branches when two change places', async () => {
    const who = await core.identity();
    const main = await send(who, estateFile(), 'main');
    const trunk = await send(who, estateFile(), 'trunk');
    await call(who, 'PATCH', '/organisation/settings', { defaultBranches: ['trunk'] });
    assert.deepEqual(
      (await formsOf(who)).map(({ onDefaultBranch, validationId }) => [onDefaultBranch, validationId]),
      [
        [true, trunk],
        [false, main],
      ],
    );
  });

  it('are those of queued runs and of the files of projects, also where these have not changed', async () => {
    const who = await core.identity();
    const queued = await run(who, { branch: 'main', endpoint: '/validate/async' });
    await runQueued(who, queued);
    assert.deepEqual(
      (await formsOf(who)).map(({ validationId }) => validationId),
      [queued],
    );
    const archive = zip([{ name: 'bots/Main.xaml', content: estateFile() }]);
    const metadata = '{"pipeline":{"repository":"bank/robots","branch":"main"}}';
    for (let round = 0; round < 2; round += 1) {
      const { body } = await submit(who, archive, 'robot.zip', { metadata });
      const { items } = await completed(who, body.projectValidationId);
      const rows = await formsOf(who);
      assert.equal(rows.length, 2);
      assert.ok(rows.some(({ validationId }) => validationId === items[0].validationId));
    }
  });

  it('are those of the parts of a release, too', async () => {
    const who = await core.identity();
    const process = (name: string): string =>
      `<process id="1" name="${name}" xmlns="http://www.blueprism.co.uk/product/process"><process name="${name}" version="1.0" bpversion="6.5.0.12573"><stage stageid="s" name="${name}" type="Start"><onsuccess>e</onsuccess></stage><stage stageid="e" name="End" type="End" /></process></process>`;
    const release = `<bpr:release xmlns:bpr="http://www.blueprism.co.uk/product/release"><bpr:name>R</bpr:name><bpr:contents count="2">${process('Load')}${process('Send')}</bpr:contents></bpr:release>`;
    await send(who, Buffer.from(release), 'main', 'Load.bprelease');
    assert.equal((await formsOf(who)).length, 3);
  });

  it('go with the workflow, with the retention of its runs, and when no run has had them for long', async () => {
    const who = await core.identity();
    await send(who, estateFile(), 'main');
    const [item] = (await get(who, '/workflows')).items;
    await call(who, 'DELETE', `/workflows/${item.workflowId}`);
    assert.equal((await formsOf(who)).length, 0);
    await send(who, estateFile(), 'main');
    await inTransaction(ownerSql, (sql) => deleteWorkflowsBefore(sql, new Date(Date.now() + 1000), 1000));
    assert.equal((await formsOf(who)).length, 0);
    await send(who, estateFile(), 'main');
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
    await inTransaction(ownerSql, (sql) => deleteOldForms(sql, inDays(399), 1000));
    assert.equal((await formsOf(who)).length, 1);
    await inTransaction(ownerSql, (sql) => deleteOldForms(sql, inDays(401), 1000));
    assert.equal((await formsOf(who)).length, 0);
  });
});
