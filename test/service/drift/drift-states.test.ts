/** States of artefacts: each once, from runs of a repository and rows as a pull leaves them. */
import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import {
  ARTEFACT_STATES,
  type ArtefactState,
  worstState,
} from '../../../src/contract/lists/artefact-state.ts';
import { narrowedTo } from '../../../src/infra/async/narrowing.ts';
import { type FormFacts, fileState } from '../../../src/service/drift/file-state.ts';
import { type DriftEntry, readDrift } from '../../../src/service/drift/read-drift.ts';
import { exampleFile } from '../../support/files/example-file.ts';
import type { Identity } from '../../support/service/core.ts';
import { addArtefact, addLink, addSource, type PulledArtefact } from '../../support/service/drift-rows.ts';
import { estateFile, estateService } from '../../support/service/estate-service.ts';

const { core, call } = await estateService();
const { app, owner } = core.database;

const PAGE = { cursor: null, pageSize: 100 };
const ALL = { state: null, sourceId: null, repository: null, place: null };

const logs = (text: string): Buffer =>
  exampleFile(
    'uipath',
    `<Sequence><ui:LogMessage Level="Info" Message="[&quot;${text}&quot;]" /></Sequence>`,
  );
const [CLEAN, OTHER, THIRD, SECRET] = [estateFile(), logs('one'), logs('two'), estateFile(['secret'])];
const BOTH = estateFile(['secret', 'cleartext']);

interface Run {
  readonly path?: string;
  readonly branch?: string;
  readonly repository?: string;
}

/** Validates a file of a repository. Returns the id of the run. */
async function send(
  who: Identity,
  file: Buffer,
  { path = 'bots/a/Main.xaml', branch = 'main', repository = 'bank/robots' }: Run,
) {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(file)]), path);
  form.set('platform', 'uipath');
  form.set('metadata', JSON.stringify({ pipeline: { repository, branch, commit: 'abc123' } }));
  const { status, body } = await call(who, 'POST', '/validate', form);
  assert.ok(status === 200 || status === 422, JSON.stringify(body));
  return body.validationId as string;
}

/** An organisation with a source. */
async function tenant() {
  const who = await core.identity();
  const sourceId = await addSource(owner, who.orgId, 'Production');
  const add = (artefact: PulledArtefact) => addArtefact(owner, who.orgId, sourceId, artefact);
  const link = (artefactId: string, folder = 'bots/a/') =>
    addLink(owner, who.orgId, { sourceId, artefactId, folder });
  const read = async (): Promise<Map<string, DriftEntry>> => {
    const { items } = await readDrift(app, who.orgId, ALL, PAGE);
    return new Map(items.map((item) => [item.name, item]));
  };
  const states = async () =>
    Object.fromEntries([...(await read())].map(([name, { state }]) => [name, state]).sort());
  return { who, sourceId, add, link, read, states };
}

const main = (bytes: Buffer) => [{ path: 'Main.xaml', bytes }];

describe('the state of a file', () => {
  const FACTS: FormFacts = {
    hasForm: true,
    isLinked: true,
    isOtherVersion: false,
    known: { isApproved: true, lacksProof: false, isNewest: true, wouldBlock: false },
  };
  const cases: readonly (readonly [ArtefactState, Partial<FormFacts>])[] = [
    ['same', {}],
    ['older', { known: { ...FACTS.known!, isNewest: false } }],
    ['blocked', { known: { ...FACTS.known!, wouldBlock: true } }],
    ['blocked', { known: { ...FACTS.known!, isNewest: false, wouldBlock: true } }],
    ['unmerged', { known: { ...FACTS.known!, isApproved: false } }],
    ['changed', { known: null }],
    ['not_comparable', { known: null, isOtherVersion: true }],
    ['tenant_only', { known: null, isLinked: false }],
    ['not_comparable', { hasForm: false }],
  ];
  for (const [state, facts] of cases)
    it(`is ${state} for ${JSON.stringify(facts)}`, () =>
      assert.equal(fileState({ ...FACTS, ...facts }), state));

  it('is worse the further it stands at the front', () => {
    assert.equal(worstState(ARTEFACT_STATES), 'changed');
    assert.equal(worstState(['same', 'older']), 'older');
    assert.equal(worstState([]), 'same');
  });
});

describe('an artefact', () => {
  it('has each state, the worst of its files', async () => {
    const { who, add, link, states, read } = await tenant();
    await send(who, OTHER, {});
    const newest = await send(who, CLEAN, {});
    await send(who, SECRET, { path: 'bots/b/Main.xaml' });
    await send(who, BOTH, { branch: 'feature/x' });
    await add({ name: 'same', files: main(CLEAN) });
    await add({ name: 'older', files: main(OTHER) });
    await add({ name: 'blocked', files: main(SECRET) });
    await add({ name: 'unmerged', files: main(BOTH) });
    await add({ name: 'tenant_only', files: main(Buffer.from('<a/>')) });
    await add({ name: 'not_comparable', reason: 'compiled' });
    await add({ name: 'gone', presence: 'gone', files: main(CLEAN) });
    await link(await add({ name: 'changed', files: main(Buffer.from('<b/>')) }));
    await link(
      await add({ name: 'repository_only', files: [{ path: 'Other.xaml', bytes: OTHER }] }),
      'bots/b/',
    );
    await add({ name: 'worst', files: [...main(CLEAN), { path: 'B.xaml', bytes: SECRET }] });
    await add({
      name: 'generated',
      files: [...main(CLEAN), { path: 'CoverageMergeHelperWorkflow.xaml', bytes: BOTH, isGenerated: true }],
    });
    assert.deepEqual(await states(), {
      same: 'same',
      older: 'older',
      blocked: 'blocked',
      unmerged: 'unmerged',
      tenant_only: 'tenant_only',
      not_comparable: 'not_comparable',
      changed: 'changed',
      repository_only: 'changed',
      worst: 'blocked',
      generated: 'same',
    });
    const { files } = (await read()).get('same')!;
    const { at, workflowId, ...run } = files[0]!.counterpart!;
    assert.ok(at instanceof Date && workflowId.length === 36);
    assert.deepEqual(run, {
      repository: 'bank/robots',
      filename: 'bots/a/Main.xaml',
      branch: 'main',
      commit: 'abc123',
      validationId: newest,
    });
    const missing = (await read()).get('repository_only')!;
    assert.deepEqual(
      [...missing.counts],
      [
        ['changed', 1],
        ['repository_only', 1],
      ],
    );
  });

  it('that is linked is held against its link alone, and there against the file of its path', async () => {
    const { who, add, link, states } = await tenant();
    await send(who, CLEAN, { path: 'bots/a/Main.xaml' });
    await send(who, OTHER, { path: 'bots/a/Other.xaml' });
    await send(who, THIRD, { path: 'bots/b/Main.xaml' });
    await link(await add({ name: 'swapped in the folder', files: main(OTHER) }));
    await link(await add({ name: 'from elsewhere', files: main(THIRD) }));
    await add({ name: 'not linked', files: main(OTHER) });
    await link(
      await add({ name: 'renamed', files: [...main(CLEAN), { path: 'Renamed.xaml', bytes: OTHER }] }),
    );
    assert.deepEqual(await states(), {
      'from elsewhere': 'changed',
      'not linked': 'same',
      renamed: 'same',
      'swapped in the folder': 'changed',
    });
  });

  it('has its data files compared where a repository has sent them too', async () => {
    const { who, add, link, states, read } = await tenant();
    const project = (version: string) =>
      Buffer.from(
        JSON.stringify({
          name: 'Pay',
          main: 'Main.xaml',
          schemaVersion: '4.0',
          dependencies: { 'UiPath.System.Activities': `[${version}]` },
        }),
      );
    for (const folder of ['bots/a/', 'bots/b/']) await send(who, CLEAN, { path: `${folder}Main.xaml` });
    await send(who, project('24.10.3'), { path: 'bots/b/project.json' });
    const files = (version: string) => [
      ...main(CLEAN),
      { path: 'project.json', bytes: project(version), isData: true },
    ];
    await add({ name: 'not linked', files: files('9.9.9') });
    await link(await add({ name: 'never sent', files: files('24.10.3') }), 'bots/a/');
    await link(await add({ name: 'as sent', files: files('24.10.3') }), 'bots/b/');
    await link(await add({ name: 'other dependencies', files: files('9.9.9') }), 'bots/b/');
    assert.deepEqual(await states(), {
      'as sent': 'same',
      'never sent': 'same',
      'not linked': 'same',
      'other dependencies': 'changed',
    });
    const paths = (name: string, entries: Map<string, DriftEntry>) =>
      entries.get(name)!.files.map(({ path }) => path);
    const entries = await read();
    assert.deepEqual(paths('never sent', entries), ['Main.xaml']);
    assert.deepEqual(paths('as sent', entries), ['Main.xaml', 'project.json']);
  });

  it('is linked by the longest prefix of its path, if not by itself', async () => {
    const { who, sourceId, add, read } = await tenant();
    await send(who, CLEAN, { path: 'prod/Pay.xaml' });
    for (const [prefix, folder] of [
      ['Bots/', 'all/'],
      ['Bots/Prod/', 'prod/'],
    ] as const)
      await addLink(owner, who.orgId, { sourceId, prefix, folder });
    await add({ name: 'Pay', path: 'Bots/Prod/Pay.xaml', files: [{ path: 'Pay.xaml', bytes: CLEAN }] });
    const entry = (await read()).get('Pay')!;
    assert.deepEqual([entry.folder, entry.state], ['prod/', 'same']);
  });

  it('is not compared across versions of forms', async () => {
    const { who, add, link, states } = await tenant();
    await send(who, CLEAN, {});
    await link(await add({ name: 'linked', files: [{ path: 'Main.xaml', bytes: CLEAN, formVersion: 99 }] }));
    assert.deepEqual(await states(), { linked: 'not_comparable' });
  });

  it('is the same by equal bytes, also across versions of forms', async () => {
    const { who, add, link, states, read } = await tenant();
    await send(who, OTHER, { path: 'bots/b/Main.xaml' });
    await send(who, CLEAN, {});
    const file = (bytes: Buffer) => [{ path: 'Main.xaml', bytes, formVersion: 99 }];
    await link(await add({ name: 'linked', files: file(CLEAN) }));
    await link(await add({ name: 'swapped', files: file(OTHER) }));
    await add({ name: 'unlinked', files: file(CLEAN) });
    const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest();
    await owner`
      update source_files set content_sha256 = case name when 'swapped' then ${sha256(OTHER)} else ${sha256(CLEAN)} end
      from source_artefacts as artefact where artefact.id = artefact_id and artefact.org_id = ${who.orgId}`;
    assert.deepEqual(await states(), { linked: 'same', swapped: 'not_comparable', unlinked: 'same' });
    assert.equal((await read()).get('linked')!.otherConnections, false);
  });

  it('is blocked by the newest run of its form where proof is waived, proven or not', async () => {
    const { who, add, states } = await tenant();
    const passed = await send(who, CLEAN, {});
    await owner`update workflow_forms set is_proven = true where org_id = ${who.orgId} and validation_id = ${passed}`;
    const blocked = await send(who, CLEAN, {});
    await owner`update workflow_forms set would_block = true where org_id = ${who.orgId} and validation_id = ${blocked}`;
    await add({ name: 'A', files: main(CLEAN) });
    await call(who, 'PATCH', '/organisation/settings', { approvalNeedsProof: false });
    assert.deepEqual(await states(), { A: 'blocked' });
    await call(who, 'PATCH', '/organisation/settings', { approvalNeedsProof: true });
    assert.deepEqual(await states(), { A: 'same' });
  });

  it('lacks files of its own path in a folder that is linked to a prefix', async () => {
    const { who, sourceId, add, read } = await tenant();
    for (const path of ['bots/Pay/Main.xaml', 'bots/Pay/Send.xaml', 'bots/Payroll/Main.xaml'])
      await send(who, CLEAN, { path });
    await addLink(owner, who.orgId, { sourceId, prefix: 'Finance/', folder: 'bots/' });
    await add({ name: 'Pay', path: 'Finance/Pay', files: main(CLEAN) });
    const { state, files } = (await read()).get('Pay')!;
    assert.deepEqual(
      [state, files.map(({ path, state }) => [path, state])],
      [
        'repository_only',
        [
          ['bots/Pay/Send.xaml', 'repository_only'],
          ['Main.xaml', 'same'],
        ],
      ],
    );
  });

  it('is seen by the teams of the link that counts alone', async () => {
    const { who, sourceId, add, link } = await tenant();
    const teams = [randomUUID(), randomUUID()] as const;
    for (const [i, name] of ['bank/ours', 'bank/theirs'].entries()) {
      await owner`
        insert into teams (org_id, id, name, created_by_name) values (${who.orgId}, ${teams[i]!}, ${name}, 'test')`;
      await owner`
        insert into repositories (org_id, name, team_id, is_settled) values (${who.orgId}, ${name}, ${teams[i]!}, true)`;
    }
    const prefixed = { sourceId, repository: 'bank/ours', prefix: 'Bots/', folder: '' };
    await addLink(owner, who.orgId, prefixed);
    await addLink(owner, who.orgId, { ...prefixed, repository: 'bank/theirs', prefix: 'Bots/Theirs/' });
    await add({ name: 'ours', path: 'Bots/Ours', files: main(CLEAN) });
    await add({ name: 'theirs', path: 'Bots/Theirs/Pay', files: main(CLEAN) });
    await link(await add({ name: 'of nobody', path: 'Bots/Other' }));
    const seenBy = async (team: string) => {
      const { items } = await narrowedTo([team], () => readDrift(app, who.orgId, ALL, PAGE));
      return items.map(({ name }) => name);
    };
    assert.deepEqual(await seenBy(teams[0]), ['ours']);
    assert.deepEqual(await seenBy(teams[1]), ['theirs']);
  });

  it('needs proof for its approval once there is a trust policy, unless the setting says otherwise', async () => {
    const { who, add, states, read } = await tenant();
    const id = await send(who, CLEAN, {});
    await add({ name: 'A', files: main(CLEAN) });
    assert.deepEqual(await states(), { A: 'same' });
    await owner`
      insert into trust_policies (org_id, id, name, provider, issuer, pins, conditions, created_by_name)
      values (${who.orgId}, gen_random_uuid(), 'main', 'github', 'https://issuer.test', '{}', '{}', 'test')`;
    const { body } = await call(who, 'GET', '/organisation/settings');
    assert.equal(body.approvalNeedsProof, true);
    assert.deepEqual(await states(), { A: 'unmerged' });
    assert.equal((await read()).get('A')!.files[0]!.lacksProof, true);
    await call(who, 'PATCH', '/organisation/settings', { approvalNeedsProof: false });
    assert.deepEqual(await states(), { A: 'same' });
    await call(who, 'PATCH', '/organisation/settings', { approvalNeedsProof: null });
    assert.deepEqual(await states(), { A: 'unmerged' });
    await owner`update workflow_forms set is_proven = true where org_id = ${who.orgId} and validation_id = ${id}`;
    assert.deepEqual(await states(), { A: 'same' });
  });

  it('is found by its state, source, repository and place, page by page', async () => {
    const { who, sourceId, add, link } = await tenant();
    await send(who, CLEAN, {});
    for (const name of ['a', 'b', 'c', 'd', 'e'])
      await add({ name, place: 'production', files: main(name < 'd' ? CLEAN : OTHER) });
    await link(await add({ name: 'linked', files: main(CLEAN) }));
    const names = async (filters: object, pageSize = 2) => {
      const found: string[] = [];
      let cursor: string | null = null;
      do {
        const page = await readDrift(app, who.orgId, { ...ALL, ...filters }, { cursor, pageSize });
        assert.ok(page.items.length <= pageSize);
        found.push(...page.items.map(({ name }) => name));
        cursor = page.nextCursor;
      } while (cursor !== null);
      return found.sort();
    };
    assert.deepEqual(await names({}), ['a', 'b', 'c', 'd', 'e', 'linked']);
    assert.deepEqual(await names({ state: 'tenant_only' }), ['d', 'e']);
    assert.deepEqual(await names({ state: 'blocked' }), []);
    assert.deepEqual(await names({ repository: 'bank/robots' }), ['linked']);
    assert.deepEqual(await names({ place: 'production', state: 'same' }), ['a', 'b', 'c']);
    assert.deepEqual(await names({ sourceId: '00000000-0000-7000-8000-000000000000' }), []);
    assert.deepEqual((await names({ sourceId })).length, 6);
    const other = await core.identity();
    assert.deepEqual((await readDrift(app, other.orgId, ALL, PAGE)).items, []);
  });
});
