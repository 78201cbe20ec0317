/** Links that are proposed after a pull, and why. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { chooseFolder, type FolderFacts } from '../../../src/service/drift/proposals/choose-folder.ts';
import { proposeLinks } from '../../../src/service/drift/proposals/propose-links.ts';
import { addArtefact, addLink, addSource } from '../../support/service/drift-rows.ts';
import { estateFile, estateService } from '../../support/service/estate-service.ts';
import type { Body } from '../../support/service/project-service.ts';

const file = (path: string, filename: string | null, repository = 'bank/robots', isNamed = false) => ({
  path,
  repository: filename === null ? null : repository,
  filename,
  isNamed,
});
const place = (folder: string, repository = 'bank/robots', isById = false) => ({
  repository,
  folder,
  isById,
});
const none: FolderFacts = { files: [], places: [] };

const { core, call, get, run } = await estateService();
const { owner, ownerSql } = core.database;
const signal = new AbortController().signal;

describe('a proposal', () => {
  it('is the folder in which most files are the same', () => {
    const files = [
      file('Main.xaml', 'pay/Main.xaml'),
      file('Steps/Load.xaml', 'pay/Steps/Load.xaml'),
      file('Steps/Load.xaml', 'old/Steps/Load.xaml'),
      file('New.xaml', null),
    ];
    assert.deepEqual(chooseFolder({ ...none, files }), {
      repository: 'bank/robots',
      folder: 'pay/',
      because: '2 of 3 files are the same',
    });
    assert.equal(
      chooseFolder({ ...none, files: [...files, file('Other.xaml', null)] }),
      undefined,
      'no majority',
    );
  });

  it('leaves out what several repositories have, as files of a template', () => {
    const template = ['Init.xaml', 'End.xaml'].flatMap((path) => [
      file(path, path, 'bank/template'),
      file(path, `pay/${path}`),
    ]);
    assert.equal(chooseFolder({ ...none, files: template }), undefined);
    const own = [...template, file('Main.xaml', 'pay/Main.xaml')];
    assert.equal(chooseFolder({ ...none, files: own })?.because, '1 of 1 file is the same');
  });

  it('is decided by the name between equal folders, and is none without it', () => {
    const [first, second] = [file('Main.xaml', 'a/Main.xaml'), file('Main.xaml', 'b/Main.xaml')];
    assert.equal(chooseFolder({ ...none, files: [first, second] }), undefined);
    const chosen = chooseFolder({ ...none, files: [first, { ...second, isNamed: true }] });
    assert.deepEqual(
      [chosen?.folder, chosen?.because],
      ['b/', '1 of 1 file is the same, and the folder has its name'],
    );
  });

  it('is the one folder of its name, where contents say nothing', () => {
    const files = [file('Main.xaml', null)];
    assert.equal(chooseFolder({ files, places: [place('Pay/')] })?.because, 'the folder has its name');
    assert.equal(chooseFolder({ files, places: [place('Pay/'), place('old/Pay/')] }), undefined);
  });

  it('is the file with its id before anything else', () => {
    const places = [place('Pay/'), place('Workflows/Pay-1.json', 'bank/flows', true)];
    assert.equal(chooseFolder({ files: [file('a', 'Pay/a')], places })?.repository, 'bank/flows');
  });
});

describe('proposed links', () => {
  async function tenant() {
    const who = await core.identity();
    const sourceId = await addSource(owner, who.orgId, 'Production');
    const add = (name: string, path = 'Main.xaml', bytes = estateFile()) =>
      addArtefact(owner, who.orgId, sourceId, { name, files: [{ path, bytes }] });
    const proposed = async () => {
      await proposeLinks(ownerSql, { orgId: who.orgId, sourceId }, signal);
      const { items } = await get(who, '/links');
      return items.map(({ artefact, repository, folder, state, because }: Body) => [
        artefact,
        `${repository} ${folder}`,
        state,
        because,
      ]);
    };
    return { who, sourceId, add, proposed };
  }

  it('are made of files on the default branch, once, and of names', async () => {
    const { who, add, proposed } = await tenant();
    await run(who, { branch: 'main', path: 'robots/pay/Main.xaml' });
    await run(who, { branch: 'feature', path: 'robots/Ledger/Other.xaml' });
    await run(who, { branch: 'main', path: 'robots/Invoices/Sub.xaml', parts: ['secret'] });
    await add('Payments');
    await add('Ledger', 'Unknown.xaml', Buffer.from('<x/>'));
    await add('invoices', 'Unknown.xaml', Buffer.from('<x/>'));
    const expected = [
      ['Payments', 'bank/robots robots/pay/', 'proposed', '1 of 1 file is the same'],
      ['invoices', 'bank/robots robots/Invoices/', 'proposed', 'the folder has its name'],
    ];
    assert.deepEqual((await proposed()).sort(), expected);
    assert.deepEqual((await proposed()).sort(), expected, 'a second time adds nothing');
  });

  it('are made of the id in the name of a file, which ends the key of a flow in each environment', async () => {
    const { who, sourceId, proposed } = await tenant();
    const id = '8f2a4a2b-7c1e-4a3b-9f00-3f2a1b4c5d6e';
    const file = `flows/Workflows/Pay-${id.toUpperCase()}.xaml`;
    await run(who, { branch: 'main', path: file });
    const files = [{ path: 'Unknown.xaml', bytes: Buffer.from('<x/>') }];
    for (const host of ['acme.crm4.dynamics.com', 'acme-test.crm4.dynamics.com'])
      await addArtefact(owner, who.orgId, sourceId, { name: host, key: `${host}/${id}`, files });
    assert.deepEqual((await proposed()).sort(), [
      ['acme-test.crm4.dynamics.com', `bank/robots ${file}`, 'proposed', 'the name of the file has its id'],
      ['acme.crm4.dynamics.com', `bank/robots ${file}`, 'proposed', 'the name of the file has its id'],
    ]);
  });

  it('are none where many folders have the name', async () => {
    const { who, add, proposed } = await tenant();
    for (const folder of ['a', 'b', 'c', 'd', 'e'])
      await run(who, { branch: 'main', path: `${folder}/Pay/Sub.xaml`, parts: ['secret'] });
    await add('Pay', 'Unknown.xaml', Buffer.from('<x/>'));
    assert.deepEqual(await proposed(), []);
  });

  it('are decided by the name also where many folders have it', async () => {
    const { who, add, proposed } = await tenant();
    for (const folder of ['a', 'b', 'c', 'd'])
      await run(who, { branch: 'main', path: `${folder}/Pay/Sub.xaml`, parts: ['secret'] });
    for (const folder of ['Copy', 'Pay']) await run(who, { branch: 'main', path: `z/${folder}/Main.xaml` });
    await add('Pay');
    const because = '1 of 1 file is the same, and the folder has its name';
    assert.deepEqual(await proposed(), [['Pay', 'bank/robots z/Pay/', 'proposed', because]]);
  });

  it('are not made again once rejected, nor for what is linked, and stay in the organisation', async () => {
    const { who, sourceId, add, proposed } = await tenant();
    const other = await tenant();
    await run(other.who, { branch: 'main', path: 'Main.xaml' });
    await add('Alone');
    assert.deepEqual(await proposed(), []);
    await run(who, { branch: 'main', path: 'pay/Main.xaml' });
    const linked = await add('Linked');
    await addLink(owner, who.orgId, { sourceId, artefactId: linked, folder: 'elsewhere/' });
    await add('Below');
    await addLink(owner, who.orgId, { sourceId, prefix: 'Bel', folder: 'elsewhere/' });
    const [[artefact], ...more] = (await proposed()).filter(
      ([, , state]: readonly string[]) => state === 'proposed',
    );
    assert.deepEqual([artefact, more.length], ['Alone', 0]);
    const [{ id }] = (await get(who, '/links?state=proposed')).items;
    assert.equal((await call(who, 'PUT', `/links/${id}`, { state: 'refused' })).status, 200);
    await proposed();
    assert.deepEqual((await get(who, '/links?state=proposed')).items, []);
  });
});
