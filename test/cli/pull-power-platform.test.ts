/** `flowarden pull power-platform` against replayed environments: what it lists, fetches, and says. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, describe, it } from 'node:test';
import { runAnswered } from '../support/cli/answered-command.ts';
import {
  type DataverseReplay,
  idOf,
  type ReplayEnvironment,
  type ReplayFlow,
  startDataverse,
} from '../support/remotes/dataverse.ts';

const SECRET = 'secret-of-the-tests-1';
const APPLICATION = { FLOWARDEN_PULL_CLIENT_ID: 'client-1', FLOWARDEN_PULL_CLIENT_SECRET: SECRET };
const DEFINITION = JSON.stringify({
  properties: {
    connectionReferences: {},
    definition: {
      $schema:
        'https://schema.management.azure.com/providers/Microsoft.Logic/schemas/2016-06-01/workflowdefinition.json#',
      contentVersion: '1.0.0.0',
      parameters: {},
      triggers: { manual: { type: 'Request', kind: 'Button', inputs: { schema: {} } } },
      actions: { Compose: { type: 'Compose', runAfter: {}, inputs: 'Hello' } },
      outputs: {},
    },
  },
  schemaVersion: '1.0.0.0',
});
const flow = (at: number, more: Partial<ReplayFlow> = {}): ReplayFlow => ({
  id: idOf(at),
  name: `Flow ${at}`,
  clientdata: DEFINITION,
  ...more,
});
const AGENT = {
  id: idOf(900),
  name: 'Help desk',
  schemaname: 'acme_helpDesk',
  authenticationmode: 1,
  components: [
    { id: idOf(901), schemaname: 'acme_helpDesk.topic.Greeting', data: 'kind: AdaptiveDialog\n' },
    { id: idOf(902), schemaname: 'acme_helpDesk.gpt.default', data: 'kind: GptComponentMetadata\n' },
  ],
};

const root = realpathSync(mkdtempSync(join(tmpdir(), 'flowarden-pull-')));
after(() => rmSync(root, { recursive: true }));
let folders = 0;
const newFolder = (): string => join(root, `to-${(folders += 1)}`);

async function environments(...shapes: readonly ReplayEnvironment[]): Promise<DataverseReplay> {
  const replay = await startDataverse(shapes, { clientSecret: SECRET });
  after(async () => {
    await replay.close();
    assert.deepEqual(replay.violations, []);
  });
  return replay;
}

async function pull(
  { urls, tenant }: Pick<DataverseReplay, 'urls' | 'tenant'>,
  argv: readonly string[],
  env: Readonly<Record<string, string>> = APPLICATION,
) {
  const addresses = urls.flatMap((url) => ['--url', url]);
  const given = ['pull', 'power-platform', ...addresses, '--tenant', tenant, '--rate', '20', ...argv];
  const { status, stdout, stderr } = await runAnswered({
    argv: given,
    cwd: root,
    env: { PATH: process.env.PATH!, ...env },
  });
  for (const text of [stdout, stderr]) assert.doesNotMatch(text, /secret-of-the-tests|token-of-/);
  return { code: status, out: stdout, err: stderr };
}

const files = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(folder, name)).isFile())
    .map((name) => name.replaceAll('\\', '/'))
    .sort();

describe('flowarden pull power-platform', () => {
  it('fetches the flows and agents of all environments, and nothing twice', async () => {
    const replay = await environments(
      { flows: [flow(1), flow(2, { statecode: 0 })], agents: [AGENT] },
      { flows: [flow(1)], agents: null },
    );
    const folder = newFolder();
    const first = await pull(replay, ['--to', folder]);
    assert.equal(first.code, 0, first.err + first.out);
    assert.match(first.out, /^3 of 4 flows and agents are in ".*", 3 of them new\.$/m);
    assert.match(first.out, /^ {2}1 not running: /m);
    const written = files(folder);
    const own = written.map((name) => name.split('/').slice(1).join('/'));
    assert.deepEqual(own, [
      `Workflows/Flow1-${idOf(1).toUpperCase()}.json`,
      'botcomponents/acme_helpDesk.gpt.default/data',
      'botcomponents/acme_helpDesk.topic.Greeting/data',
      'bots/acme_helpDesk/bot.xml',
      `Workflows/Flow1-${idOf(1).toUpperCase()}.json`,
      '',
    ]);
    for (const name of written)
      assert.doesNotMatch(readFileSync(join(folder, name), 'latin1'), /secret-of-the/);

    const fetches = replay.count('flow') + replay.count('agent');
    const second = await pull(replay, ['--to', folder]);
    assert.match(second.out, /^3 of 4 flows and agents are in ".*", none of them new\.$/m);
    assert.equal(replay.count('flow') + replay.count('agent'), fetches);
  });

  it('fetches an agent again when a part of it has changed', async () => {
    const replay = await environments({ flows: [], agents: [AGENT] });
    const folder = newFolder();
    await pull(replay, ['--to', folder]);
    const [greeting, ...others] = AGENT.components;
    const changed = { ...greeting!, data: 'kind: AdaptiveDialog\nid: 2\n', version: 2 };
    replay.environments = [{ flows: [], agents: [{ ...AGENT, components: [changed, ...others] }] }];
    const { code, out } = await pull(replay, ['--to', folder]);
    assert.equal(code, 0);
    assert.match(out, /^1 of 1 flows and agents are in ".*", 1 of them new\.$/m);
  });

  it('removes the files of a flow that has another name, and leaves what others have changed', async () => {
    const replay = await environments({ flows: [flow(1), flow(2)] });
    const folder = newFolder();
    await pull(replay, ['--to', folder]);
    const [first, second] = files(folder);
    writeFileSync(join(folder, second!), '{}');
    replay.environments = [
      { flows: [flow(1, { name: 'Renamed', version: 2 }), flow(2, { name: 'Renamed', version: 2 })] },
    ];
    const { code, out } = await pull(replay, ['--to', folder]);
    assert.equal(code, 0, out);
    const left = files(folder);
    assert.ok(!left.includes(first!));
    assert.ok(left.includes(second!));
    assert.equal(left.filter((name) => name.includes('Renamed')).length, 2);
  });

  it('writes through no link', async () => {
    const replay = await environments({ flows: [flow(1)] });
    const [folder, elsewhere] = [newFolder(), newFolder()];
    await pull(replay, ['--to', folder]);
    const host = files(folder)[0]!.split('/')[0]!;
    rmSync(join(folder, host), { recursive: true });
    mkdirSync(elsewhere);
    symlinkSync(elsewhere, join(folder, host));
    const { code, err } = await pull(replay, ['--to', folder]);
    assert.equal(code, 2);
    assert.match(err, /is a link\. Remove it/);
    assert.deepEqual(files(elsewhere), []);
  });

  it('removes nothing outside its folder, even where a record names it', async () => {
    const replay = await environments({ flows: [flow(1)] });
    const folder = newFolder();
    await pull(replay, ['--to', folder]);
    const outside = `${folder}-outside`;
    mkdirSync(outside);
    const notes = join(outside, 'notes.txt');
    writeFileSync(notes, 'notes');
    symlinkSync(outside, join(folder, 'link'));
    const path = join(folder, 'flowarden-pull.json');
    const record = JSON.parse(readFileSync(path, 'utf8'));
    const sha256 = createHash('sha256').update('notes').digest('hex');
    const pullWith = async (members: unknown) => {
      record.packages[0].marker = 'another';
      record.packages[0].members = members;
      writeFileSync(path, JSON.stringify(record));
      return pull(replay, ['--to', folder]);
    };
    await pullWith({ 'link/notes.txt': sha256 });
    assert.equal(readFileSync(notes, 'utf8'), 'notes');
    for (const members of [{ [`../${basename(outside)}/notes.txt`]: sha256 }, { [notes]: sha256 }, {}, []]) {
      const { code, err } = await pullWith(members);
      assert.equal(code, 2);
      assert.match(err, /is no record of a pull/);
      assert.equal(readFileSync(notes, 'utf8'), 'notes');
    }
  });

  it('lets no artefact hide the file of another one', async () => {
    const component = { id: idOf(911), schemaname: 'acme_helpDesk.topic.greeting', data: 'kind: Other\n' };
    const twin = { ...AGENT, id: idOf(910), schemaname: 'acme_twin', components: [component] };
    const replay = await environments({ flows: [], agents: [AGENT, twin] });
    const folder = newFolder();
    for (const time of ['first', 'second']) {
      const { code, out } = await pull(replay, ['--to', folder]);
      assert.equal(code, 2, time);
      assert.match(out, /^1 of 2 flows and agents are in /m);
      assert.match(out, /has a file where another flow or agent has one/);
      const greetings = files(folder).filter((name) => name.toLowerCase().includes('topic.greeting'));
      assert.equal(greetings.length, 1);
    }
  });

  it('lists what runs where, and fetches nothing', async () => {
    const replay = await environments({ flows: [flow(1, { name: 'Invoices' })] });
    const { code, out } = await pull(replay, ['--list']);
    assert.equal(code, 0);
    assert.match(out, new RegExp(`/${idOf(1)} "Invoices" 2026-\\S+ {2}127\\.0\\.0\\.1`));
    assert.match(
      out,
      /^1 of 1 flows and agents are turned on in an environment that can be read\. Nothing was fetched\.$/m,
    );
    assert.equal(replay.count('flow'), 0);
  });

  it('says what it has not seen', async () => {
    const replay = await environments({ flows: [flow(1)] }, { isStranger: true });
    const { code, out } = await pull(replay, ['--to', newFolder()]);
    assert.equal(code, 2);
    assert.match(out, /^1 of at least 1 flows and agents are in /m);
  });

  it('leaves what flowarden validate reads', async () => {
    const replay = await environments({ flows: [flow(1)], agents: [AGENT] });
    const folder = newFolder();
    await pull(replay, ['--to', folder]);
    const argv = ['validate', folder, '--format', 'json'];
    const { status, stdout, stderr } = await runAnswered({
      argv,
      cwd: root,
      env: { PATH: process.env.PATH! },
    });
    assert.ok(status === 0 || status === 1, stderr);
    const judged = (JSON.parse(stdout) as { files: { status: string }[] }).files;
    assert.equal(judged.filter(({ status: own }) => own === 'completed').length, 4);
  });

  it('takes a secret from a file, and no personal access token', async () => {
    const replay = await environments({ flows: [flow(1)] });
    const file = join(root, 'secret.txt');
    writeFileSync(file, `${SECRET}\n`);
    const { code } = await pull(replay, ['--list', '--secret-file', file], {
      FLOWARDEN_PULL_CLIENT_ID: 'client-1',
    });
    assert.equal(code, 0);
    const rejected = await pull(replay, ['--list'], { FLOWARDEN_PULL_TOKEN: 'rt_person' });
    assert.equal(rejected.code, 2);
    assert.match(rejected.err, /The Power Platform takes an application/);
  });

  it('rejects arguments of another platform, and folders of another tenant', async () => {
    const replay = await environments({ flows: [flow(1)] });
    const wrong = await pull(replay, ['--list', '--on-premises']);
    assert.equal(wrong.code, 2);
    assert.match(wrong.err, /--on-premises and --token-url are for Orchestrators/);
    const noTenant = await runAnswered({
      argv: ['pull', 'power-platform', '--url', replay.urls[0]!, '--list'],
      cwd: root,
      env: { PATH: process.env.PATH!, ...APPLICATION },
    });
    assert.match(noTenant.stderr, /--tenant must be the id or a domain of the Entra tenant/);
    const folder = newFolder();
    await pull(replay, ['--to', folder]);
    const other = await pull({ urls: replay.urls, tenant: 'other.example' }, ['--to', folder]);
    assert.equal(other.code, 2);
    assert.match(other.err, /holds what was pulled from the tenant "acme\.example"/);
  });
});
