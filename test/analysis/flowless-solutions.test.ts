/** Solutions of environment variables alone, and solutions in the packages that deploy them. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createEngine } from '../../src/analysis/engine/validate.ts';
import type { Report } from '../../src/analysis/model/report.ts';
import { powerAutomate } from '../../src/analysis/platforms/power-automate/index.ts';
import { RULES } from '../../src/analysis/rules/index.ts';
import { type ZipEntry, zip } from '../support/files/zip.ts';

const engine = createEngine(RULES);
const judge = (...entries: readonly ZipEntry[]): Report =>
  engine.validate({
    bytes: zip(entries),
    filename: 'upload.zip',
    platform: undefined,
    ruleset: 'default',
    findingsMax: 100,
  });
const found = ({ findings }: Report): readonly string[] =>
  findings.flatMap(({ ruleId, location }) =>
    ruleId === 'XPL-SEC-001' ? [`${ruleId} ${location.names[0]}`] : [],
  );

const variable = (name: string, value: string): ZipEntry => ({
  name: `environmentvariabledefinitions/${name}/environmentvariabledefinition.xml`,
  content: `<environmentvariabledefinition schemaname="${name}"><displayname default="${name}"/><defaultvalue>${value}</defaultvalue><type>100000000</type></environmentvariabledefinition>`,
});
const MANIFESTS: readonly ZipEntry[] = [
  { name: 'solution.xml', content: '<ImportExportXml><SolutionManifest/></ImportExportXml>' },
  { name: 'customizations.xml', content: '<ImportExportXml/>' },
];

describe('a solution of environment variables', () => {
  it('is judged without a flow', () => {
    const report = judge(...MANIFESTS, variable('nw_ApiKey', 'AKIAZ7MQ4T2XKRBN5WVC'));
    assert.equal(report.kind, 'power-automate-solution');
    assert.deepEqual(found(report), [
      'XPL-SEC-001 environmentvariabledefinitions/nw_ApiKey/environmentvariabledefinition.xml',
    ]);
  });

  it('of tables alone is rejected', () => {
    assert.throws(() => judge(...MANIFESTS), { code: 'unsupported_file_type' });
  });
});

describe('a damaged part of a solution in XML', () => {
  const unreadOf = ({ findings }: Report): readonly string[] =>
    findings.flatMap(({ ruleId, location }) =>
      ruleId === 'XPL-ENG-001' || ruleId === 'XPL-ENG-002' ? [location.names[0]!] : [],
    );
  const flow = powerAutomate.snippet('"Note": {"type": "Compose", "inputs": "a", "runAfter": {}}');
  const load: ZipEntry = { name: 'Workflows/Load.json', content: flow };
  const damaged = (name: string, root: string): ZipEntry => ({ name, content: `<${root}><a></${root}>` });

  it('is named, and the flows are judged', () => {
    const manifest = damaged('solution.xml', 'ImportExportXml');
    assert.deepEqual(unreadOf(judge(manifest, MANIFESTS[1]!, load)), ['solution.xml']);
    const customizations = damaged('customizations.xml', 'ImportExportXml');
    assert.deepEqual(unreadOf(judge(MANIFESTS[0]!, customizations, load)), ['customizations.xml']);
    const name = 'environmentvariabledefinitions/nw_Key/environmentvariabledefinition.xml';
    const definition = damaged(name, 'environmentvariabledefinition');
    assert.deepEqual(unreadOf(judge(...MANIFESTS, definition, load)), [name]);
    const beside = damaged('Workflows/Load.json.data.xml', 'Workflow');
    assert.deepEqual(unreadOf(judge(...MANIFESTS, load, beside)), ['Workflows/Load.json.data.xml']);
  });

  it('is named in a solution without a flow', () => {
    const customizations = damaged('customizations.xml', 'ImportExportXml');
    assert.deepEqual(unreadOf(judge(MANIFESTS[0]!, customizations)), ['customizations.xml']);
  });

  it('is an error by itself, and a file of another product is none', () => {
    const alone = (filename: string, text: string): Report =>
      engine.validate({
        bytes: Buffer.from(text),
        filename,
        platform: undefined,
        ruleset: 'default',
        findingsMax: 100,
      });
    assert.throws(() => alone('solution.xml', '<ImportExportXml><a></ImportExportXml>'), {
      code: 'unparsable_file',
    });
    assert.throws(() => alone('solution.xml', '<solution><a></solution>'), { code: 'unsupported_file_type' });
  });
});

describe('a package of Package Deployer', () => {
  it('has the solutions in it judged, with their paths', () => {
    const flow = powerAutomate.snippet(
      '"Note": {"type": "Compose", "inputs": "AKIAZ7MQ4T2XKRBN5WVC", "runAfter": {}}',
    );
    const solution = zip([...MANIFESTS, { name: 'Workflows/Load.json', content: flow }]);
    const report = judge(
      { name: 'ImportConfig.xml', content: '<configdatastorage/>' },
      { name: 'PkgAssets/Orders.zip', content: solution },
    );
    assert.deepEqual(found(report), ['XPL-SEC-001 PkgAssets/Orders.zip/Workflows/Load.json']);
  });
});
