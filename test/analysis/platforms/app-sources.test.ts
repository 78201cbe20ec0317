/** Texts of canvas apps and prompts: which are read, at which paths, and that the app stays named as not judged. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createEngine } from '../../../src/analysis/engine/validate.ts';
import { openFile } from '../../../src/analysis/platforms/input-file.ts';
import { readAppSources } from '../../../src/analysis/platforms/power-automate/app-source.ts';
import { RULES } from '../../../src/analysis/rules/index.ts';
import { zip } from '../../support/files/zip.ts';

const SECRET = 'Server=db1;Database=orders;User Id=app;Password=Nordwind-71;';
const app = zip([
  { name: 'Src/App.pa.yaml', content: `App:\n  OnStart: =Set(link, "${SECRET}")\n` },
  { name: 'Controls/1.json', content: '{"TopParent": {}}' },
  { name: 'Assets/logo.json', content: '{}' },
]);
const pathsIn = (path: string, bytes: Buffer): readonly string[] =>
  readAppSources(openFile(path, bytes)).map(({ file, name }) => `${file} ${name}`);

describe('texts of apps and prompts', () => {
  it('are read from an app, and from one in an archive', () => {
    assert.deepEqual(pathsIn('Orders.msapp', app), ['Src/App.pa.yaml App.pa.yaml', 'Controls/1.json 1.json']);
    const solution = zip([
      { name: 'CanvasApps/Orders.msapp', content: app },
      { name: 'AIModels/Sort/prompt.json', content: '{}' },
      { name: 'Other/readme.yaml', content: 'a: b' },
    ]);
    assert.deepEqual(pathsIn('Orders.zip', solution), [
      'CanvasApps/Orders.msapp/Src/App.pa.yaml App.pa.yaml',
      'CanvasApps/Orders.msapp/Controls/1.json 1.json',
      'AIModels/Sort/prompt.json prompt.json',
    ]);
  });

  it('are left out where they are damaged, and read in any length', () => {
    const damaged = zip([{ name: 'CanvasApps/Orders.msapp', content: Buffer.from('PK\u0003\u0004') }]);
    assert.deepEqual(pathsIn('Orders.zip', damaged), []);
    assert.deepEqual(pathsIn('App.pa.yaml', Buffer.alloc(5 * 1024 * 1024, 'a')), [' App.pa.yaml']);
  });

  it('have their secrets reported, and the app is named as not judged', () => {
    const flow = {
      properties: { definition: { $schema: 'x/workflowdefinition.json#', triggers: {}, actions: {} } },
    };
    const { findings } = createEngine(RULES).validate({
      bytes: zip([
        { name: 'solution.xml', content: '<ImportExportXml/>' },
        { name: 'customizations.xml', content: '<ImportExportXml/>' },
        { name: 'Workflows/Load.json', content: JSON.stringify(flow) },
        { name: 'CanvasApps/Orders.msapp', content: app },
        { name: 'AIModels/Sort/prompt.json', content: JSON.stringify({ prompt: SECRET }) },
      ]),
      filename: 'Orders.zip',
      platform: undefined,
      ruleset: 'default',
      findingsMax: 100,
    });
    const found = findings.filter(({ ruleId }) => /XPL-SEC-031|XPL-ENG-011/.test(ruleId));
    assert.deepEqual(
      found.map(({ ruleId, location }) => `${ruleId} ${location.names[0]}:${location.line}`).sort(),
      [
        'XPL-ENG-011 AIModels/Sort/prompt.json:1',
        'XPL-ENG-011 CanvasApps/Orders.msapp:1',
        'XPL-SEC-031 AIModels/Sort/prompt.json:1',
      ],
    );
  });
});
