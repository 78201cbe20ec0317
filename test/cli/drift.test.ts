/** `flowarden drift`: pairs, states and exit codes of two places. */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { driftSchema } from '../../scripts/drift-schema.ts';
import { uipath } from '../../src/analysis/platforms/uipath/index.ts';
import { runCommand } from '../support/cli/run-command.ts';
import { zip } from '../support/files/zip.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

type Files = Readonly<Record<string, string>>;

interface Place {
  readonly path: string;
}

interface Document {
  readonly counts: Readonly<Record<string, number>>;
  readonly files: readonly {
    readonly state: string;
    readonly left: Place | null;
    readonly right: Place | null;
    readonly otherConnections: boolean;
    readonly reason: string | null;
  }[];
}

function write(path: string, files: Files | Buffer): string {
  if (Buffer.isBuffer(files)) writeFileSync(path, files);
  else
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(dirname(join(path, name)), { recursive: true });
      writeFileSync(join(path, name), content);
    }
  return path;
}

/** Compares two places; a buffer is an archive. */
function drift(left: Files | Buffer, right: Files | Buffer, ...args: readonly string[]) {
  const folder = temporaryFolder();
  write(join(folder, 'left'), left);
  write(join(folder, 'right'), right);
  const { status, stdout, stderr } = runCommand(['drift', 'left', 'right', '--no-config', ...args], {
    cwd: folder,
  });
  return { code: status, out: stdout, err: stderr };
}

function statesOf(left: Files | Buffer, right: Files | Buffer) {
  const { code, out } = drift(left, right, '--format', 'json');
  const document = JSON.parse(out) as Document;
  const states = document.files.map(({ state, left: a, right: b }) => [
    state,
    a?.path ?? null,
    b?.path ?? null,
  ]);
  return { code, states, document };
}

const archive = (files: Files): Buffer =>
  zip(Object.entries(files).map(([name, content]) => ({ name, content })));

const MAIN = uipath.snippet('<ui:LogMessage Level="Info" Message="[a]" />');
const RESAVED = MAIN.replace('<ui:LogMessage ', '<!-- saved -->\n<ui:LogMessage  ');
const project = (name: string, version: string): string =>
  `{"name":"${name}","main":"Main.xaml","dependencies":{},"projectVersion":"${version}"}`;
const ID = '3f2504e0-4f89-11d3-9a0c-0305e82c3301';
const flow = (value: string, connection = 'c1'): string =>
  `{"properties":{"connectionReferences":{"shared_sql":{"connection":{"name":"${connection}"}}},"definition":{"$schema":"workflowdefinition.json#","triggers":{},"actions":{"A":{"type":"Compose","inputs":"${value}"}}}},"schemaVersion":"1.0.0.0"}`;
const definition = (name: string, narrative: string): string =>
  `<process name="${name}" version="1.0" bpversion="7.1.0" narrative="${narrative}"><stage stageid="s" name="Start" type="Start" /></process>`;
const release = (...definitions: readonly string[]): string =>
  `<bpr:release xmlns:bpr="http://www.blueprism.co.uk/product/release"><bpr:name>R</bpr:name><bpr:contents count="1">${definitions.map((one, i) => `<process id="${i}" name="${/name="([^"]*)"/.exec(one)![1]}" xmlns="http://www.blueprism.co.uk/product/process">${one}</process>`).join('')}</bpr:contents></bpr:release>`;

describe('flowarden drift', () => {
  it('finds a project in the package that was made from it', () => {
    const left = {
      'robots/Invoice/project.json': project('Invoice', '1.0.0'),
      'robots/Invoice/Main.xaml': MAIN,
      'robots/Invoice/Data.txt': 'a',
    };
    const right = archive({
      'Invoice.nuspec': '<package/>',
      'lib/net6.0/Invoice.dll': 'MZ',
      'content/project.json': project('Invoice', '1.0.7'),
      'content/Main.xaml': RESAVED,
      'content/Data.txt': 'b',
      'content/Hotfix.xaml': MAIN,
      'content/bindings_v2.json': '{}',
    });
    const { code, states } = statesOf(left, right);
    assert.deepEqual(states, [
      ['changed', 'robots/Invoice/Data.txt', 'content/Data.txt'],
      ['right_only', null, 'content/Hotfix.xaml'],
      ['same', 'robots/Invoice/Main.xaml', 'content/Main.xaml'],
      ['same', 'robots/Invoice/project.json', 'content/project.json'],
      ['generated', null, 'content/bindings_v2.json'],
    ]);
    assert.equal(code, 1);
  });

  it('says that a package without sources cannot be compared', () => {
    const { code, document } = statesOf(
      { 'Main.xaml': MAIN },
      archive({ 'Invoice.nuspec': '<package/>', 'lib/net6.0/Invoice.dll': 'MZ' }),
    );
    assert.equal(code, 2);
    assert.match(document.files[0]!.reason ?? '', /assemblies alone/);
  });

  it('finds a flow by the id in its name, and reports its connections apart', () => {
    const { code, states, document } = statesOf(
      { [`flows/Old-${ID}.json`]: flow('a', 'test') },
      archive({ [`Workflows/New-${ID.toUpperCase()}.json`]: flow('a', 'production') }),
    );
    assert.deepEqual(states, [['same', `flows/Old-${ID}.json`, `Workflows/New-${ID.toUpperCase()}.json`]]);
    assert.deepEqual([document.files[0]!.otherConnections, document.counts.otherConnections], [true, 1]);
    assert.equal(code, 0);
  });

  it('finds processes of a release by their names', () => {
    const { states } = statesOf(
      { 'Load.bpprocess': definition('Load', ''), 'Pay.bpprocess': definition('Pay', '') },
      { 'all.bprelease': release(definition('Load', ''), definition('Pay', 'other'), definition('New', '')) },
    );
    assert.deepEqual(states, [
      ['changed', 'Pay.bpprocess', 'all.bprelease'],
      ['right_only', null, 'all.bprelease'],
      ['same', 'Load.bpprocess', 'all.bprelease'],
    ]);
  });

  it('sees another name that a release gives to the same process', () => {
    const one = release(definition('Load', ''));
    const { states } = statesOf(
      { 'r.bprelease': one },
      { 'r.bprelease': one.replace('<process id="0" name="Load"', '<process id="0" name="Pay"') },
    );
    assert.deepEqual(states, [['changed', 'r.bprelease', 'r.bprelease']]);
  });

  it('pairs processes of the same name by what they hold', () => {
    const [a, b] = [definition('Load', 'a'), definition('Load', 'b')];
    const { code } = statesOf(
      { '1.xml': a, '2.xml': b },
      { '3.bprelease': release(b), '4.bprelease': release(a) },
    );
    assert.equal(code, 0);
  });

  it('compares assemblies of a project, and not those that packing built', () => {
    const left = { 'Lib/Own.dll': 'MZ1', 'Main.xaml': MAIN, 'project.json': project('Invoice', '1') };
    const packed = (own: string): Buffer =>
      archive({
        'Invoice.nuspec': '<package />',
        'content/Lib/Own.dll': own,
        'content/Main.xaml': MAIN,
        'content/project.json': project('Invoice', '1'),
        'lib/net6.0/Invoice.dll': 'MZ',
        'content/Invoice.pdb': 'x',
      });
    assert.equal(statesOf(left, packed('MZ1')).code, 0);
    assert.deepEqual(statesOf(left, packed('MZ2')).states[0], [
      'changed',
      'Lib/Own.dll',
      'content/Lib/Own.dll',
    ]);
  });

  it('finds bots below Bots, and files below the one folder of an archive', () => {
    assert.deepEqual(
      statesOf(
        { 'a360/Bots/Pay/Load': '{"a":1,"b":2}' },
        archive({ 'Automation Anywhere/Bots/Pay/Load': '{"b":2,"a":1}' }),
      ).states,
      [['same', 'a360/Bots/Pay/Load', 'Automation Anywhere/Bots/Pay/Load']],
    );
    assert.deepEqual(statesOf({ 'x/a.py': '1' }, archive({ 'repo-main/x/a.py': '1' })).states, [
      ['same', 'x/a.py', 'repo-main/x/a.py'],
    ]);
  });

  it('pairs projects of the same name by their paths first', () => {
    const files = {
      'a/project.json': project('R', '1'),
      'a/M.xaml': MAIN,
      'b/project.json': project('R', '1'),
    };
    const { code, states } = statesOf(files, { ...files, 'b/project.json': project('R', '2') });
    assert.deepEqual(states, [
      ['same', 'a/M.xaml', 'a/M.xaml'],
      ['same', 'a/project.json', 'a/project.json'],
      ['same', 'b/project.json', 'b/project.json'],
    ]);
    assert.equal(code, 0);
  });

  it('opens archives in a place, and says what is damaged', () => {
    const inner = archive({ 'Main.xaml': MAIN });
    const folder = temporaryFolder();
    for (const side of ['left', 'right']) mkdirSync(join(folder, side));
    writeFileSync(join(folder, 'left/flows.zip'), inner);
    writeFileSync(join(folder, 'right/flows.zip'), archive({ 'Main.xaml': `${MAIN}x` }));
    const run = () => runCommand(['drift', 'left', 'right', '--no-config'], { cwd: folder });
    assert.match(run().stdout, /^not comparable {2}flows\.zip\/Main\.xaml\n {16}Line /);
    assert.equal(run().status, 2);
    writeFileSync(join(folder, 'right/flows.zip'), inner.subarray(0, 60));
    assert.equal(run().status, 2);
    writeFileSync(join(folder, 'right/flows.zip'), inner);
    assert.deepEqual([run().status, run().stdout], [0, '1 same.\n']);
  });

  it('lists the worst first, with both paths', () => {
    const { code, out } = drift(
      { 'a.py': '1', 'b.py': '1', 'same.py': '1\n' },
      { 'a.py': '2', 'c.py': '1', 'same.py': '1\r\n' },
    );
    assert.equal(
      out,
      'changed         a.py\nonly right      c.py\nonly left       b.py\n\n1 changed, 1 only right, 1 only left, 1 same.\n',
    );
    assert.equal(code, 1);
    const archived = archive({ 'a.py': '1', 'd/b.py': '1' });
    assert.equal(drift({ 'a.py': '1', 'b.py': '' }, archived, '--exclude', 'b.*').code, 0);
  });

  it('draws what has changed, before and after', () => {
    const { code, out } = drift(
      { 'Main.xaml': MAIN, 'a.py': '1', '<b>.py': '1' },
      { 'Main.xaml': MAIN.replace('[a]', '[b]'), 'a.py': '2' },
      '--format',
      'html',
    );
    assert.equal(code, 1);
    assert.match(out, /<h2>Main\.xaml<\/h2>\n<ul><li>1 changed: /);
    assert.equal(out.match(/<svg /g)?.length, 2);
    assert.match(out, /<td>changed<\/td><td>a\.py<\/td>/);
    assert.match(out, /<td>only left<\/td><td>&#60;b&#62;\.py<\/td>/);
  });

  it('answers wrong arguments with all problems', () => {
    const { code, err } = drift({ a: '1' }, { a: '1' }, '--format', 'jsn');
    assert.equal(code, 2);
    assert.match(err, /--format "jsn" is unknown\. Did you mean "json"\?/);
    const { status, stderr } = runCommand(['drift', 'left', '--no-config'], { cwd: temporaryFolder() });
    assert.equal(status, 2);
    assert.match(stderr, /Give two places/);
    assert.match(drift({}, { a: '1' }).err, /Cannot read "left"/);
  });

  it('writes documents with the members of the schema', () => {
    const { document } = statesOf({ a: '1' }, { a: '2' });
    const { properties } = driftSchema() as unknown as {
      readonly properties: Readonly<
        Record<string, { readonly properties?: object; readonly items?: object }>
      >;
    };
    assert.deepEqual(Object.keys(document), Object.keys(properties));
    assert.deepEqual(Object.keys(document.counts), Object.keys(properties.counts!.properties!));
    assert.deepEqual(
      Object.keys(document.files[0]!),
      Object.keys((properties.files!.items as { readonly properties: object }).properties),
    );
  });
});
