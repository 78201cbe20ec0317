/** Solutions and packages: which archives hold flows, what the flows are called, and what damage costs. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Workflow } from '../../../src/analysis/model/workflow.ts';
import { openFile } from '../../../src/analysis/platforms/input-file.ts';
import { powerAutomate } from '../../../src/analysis/platforms/power-automate/index.ts';
import { readWorkflows } from '../../../src/analysis/platforms/read-workflows.ts';
import { AppError } from '../../../src/errors.ts';
import { type ZipEntry, zip } from '../../support/files/zip.ts';

const ID = '3f2504e0-4f89-11d3-9a0c-0305e82c3301';
const OTHER = '6ba7b810-9dad-11d1-80b4-00c04fd430c8';
const FLOW = powerAutomate.snippet('"Note": {"type": "Compose", "inputs": "1"}');
const SOLUTION: ZipEntry = { name: 'solution.xml', content: '<ImportExportXml/>' };

function entry(id: string, name: string, category: number, more = ''): string {
  return `<Workflow WorkflowId="{${id}}" Name="${name}"><Category>${category}</Category><StateCode>1</StateCode>${more}</Workflow>`;
}

function customizations(...workflows: readonly string[]): ZipEntry {
  const content = `<ImportExportXml><Workflows>${workflows.join('')}</Workflows></ImportExportXml>`;
  return { name: 'customizations.xml', content };
}

const flowAt = (name: string, content = FLOW): ZipEntry => ({ name: `Workflows/${name}.json`, content });

function read(...entries: readonly ZipEntry[]): {
  readonly kind: string;
  readonly workflows: readonly Workflow[];
} {
  return readWorkflows(openFile('upload.zip', zip(entries)), 'power-automate');
}

const script = (text: string): string => `<Definition>${JSON.stringify(text)}</Definition>`;

describe('a solution', () => {
  it('gives its flows the names of customizations.xml, and the paths of its members', () => {
    const { kind, workflows } = read(
      SOLUTION,
      customizations(entry(ID, 'Approve: an invoice', 5)),
      flowAt(`Approveaninvoice-${ID.toUpperCase()}`),
    );
    assert.equal(kind, 'power-automate-solution');
    assert.equal(workflows.length, 1);
    const [flow] = workflows;
    assert.equal(flow!.name, 'Approve: an invoice');
    assert.equal(flow!.artifactKey, ID);
    assert.equal(flow!.file, `Workflows/Approveaninvoice-${ID.toUpperCase()}.json`);
    assert.equal(flow!.kind, 'power-automate-flow');
    assert.equal(flow!.settings.get('StateCode'), '1');
  });

  it('holds desktop flows too, each once, wherever their script stands', () => {
    const desktop = JSON.stringify({
      schemaversion: 'ROBIN_202208_DVRS',
      properties: { definition: { package: '' }, inputs: '', outputs: '' },
    });
    const { workflows } = read(
      SOLUTION,
      customizations(entry(OTHER, 'Type it in', 6, script('SET Total TO 1\r\n'))),
      flowAt(`Typeitin-${OTHER}`, desktop),
      flowAt(`Cloud-${ID}`),
    );
    assert.deepEqual(
      workflows.map(({ name, kind, file }) => [name, kind, file]),
      [
        ['Cloud', 'power-automate-flow', `Workflows/Cloud-${ID}.json`],
        ['Type it in', 'power-automate-desktop-flow', 'customizations.xml'],
      ],
    );
  });

  it('is read from an unpacked tree in a folder, with the names beside the flows', () => {
    const name = `src/Workflows/Nightly-${ID.toUpperCase()}.json`;
    const { workflows } = read(
      { name: 'src/Other/Solution.xml', content: '<ImportExportXml/>' },
      { name: 'src/Other/Customizations.xml', content: '<ImportExportXml/>' },
      { name, content: FLOW },
      { name: `${name}.data.xml`, content: entry(ID, 'Nightly run', 5) },
    );
    assert.deepEqual(
      workflows.map((flow) => flow.name),
      ['Nightly run'],
    );
  });

  it('passes over what is no flow, and reports a damaged flow without hiding the others', () => {
    const { workflows } = read(
      SOLUTION,
      customizations(entry(ID, 'Good', 5)),
      flowAt(`Good-${ID}`),
      flowAt('settings', '{"a": 1}'),
      flowAt(`Bad-${OTHER}`, '{"properties": {"definition": {,}}}'),
    );
    assert.deepEqual(
      workflows.map(({ kind, unread }) => [kind, unread.length]),
      [
        ['power-automate-flow', 0],
        ['unreadable', 1],
      ],
    );
    assert.equal(workflows[1]!.file, `Workflows/Bad-${OTHER}.json`);
  });

  it('reads its flows when customizations.xml is damaged, and reports that', () => {
    const broken = { name: 'customizations.xml', content: '<ImportExportXml><Workflows>' };
    const { workflows } = read(SOLUTION, broken, flowAt(`Good-${ID}`));
    assert.deepEqual(
      workflows.map(({ name, kind }) => [name, kind]),
      [
        ['Good', 'power-automate-flow'],
        ['customizations.xml', 'unreadable'],
      ],
    );
  });

  it('without flows is rejected with what to do', () => {
    assert.throws(
      () => read(SOLUTION, customizations(), { name: 'CanvasApps/app.msapp', content: 'x' }),
      (error) =>
        error instanceof AppError &&
        error.code === 'unsupported_file_type' &&
        /solution without flows/.test(error.message),
    );
  });
});

describe('a package', () => {
  const definition = (name: string): string => {
    const flow = JSON.parse(FLOW) as { properties: { definition: unknown } };
    const { definition } = flow.properties;
    return JSON.stringify({
      name: ID,
      type: 'Microsoft.Flow/flows',
      properties: { displayName: name, definition },
    });
  };

  it('holds one or several flows under their own names', () => {
    const { kind, workflows } = read(
      { name: 'manifest.json', content: '{}' },
      { name: 'Microsoft.Flow/flows/manifest.json', content: '{}' },
      { name: `Microsoft.Flow/flows/${ID}/definition.json`, content: definition('First') },
      { name: `Microsoft.Flow/flows/${OTHER}/definition.json`, content: definition('Second') },
      { name: `Microsoft.Flow/flows/${OTHER}/apisMap.json`, content: '{}' },
    );
    assert.equal(kind, 'power-automate-package');
    assert.deepEqual(
      workflows.map((flow) => flow.name),
      ['First', 'Second'],
    );
  });

  it('with a damaged flow gives a reason in its place', () => {
    const { workflows } = read({ name: `Microsoft.Flow/flows/${ID}/definition.json`, content: '{' });
    assert.deepEqual(
      workflows.map(({ kind, unread }) => [kind, unread.length]),
      [['unreadable', 1]],
    );
  });
});

describe('another archive', () => {
  it('is not taken for flows', () => {
    for (const entries of [[SOLUTION], [flowAt('Lonely')], [{ name: 'readme.txt', content: 'flow' }]])
      assert.throws(
        () => read(...entries),
        (error) => error instanceof AppError && error.code === 'unsupported_file_type',
      );
  });
});
