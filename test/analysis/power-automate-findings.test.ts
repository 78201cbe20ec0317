/** Severities of Power Automate findings that depend on the case at hand, and one mistake in several rules and places. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createEngine } from '../../src/analysis/engine/validate.ts';
import { powerAutomate } from '../../src/analysis/platforms/power-automate/index.ts';
import { RULES } from '../../src/analysis/rules/index.ts';
import { onlyFinding } from '../support/analysis/only-finding.ts';
import { exampleFile } from '../support/files/example-file.ts';
import { zip } from '../support/files/zip.ts';

const compose = (password: string): string =>
  `"Log in": {"type": "Compose", "inputs": {"User": "jane", "Password": "${password}"}}`;
const solution = (missing: string, flow = ''): string => `-- solution.xml --
<ImportExportXml><SolutionManifest><UniqueName>Orders</UniqueName><MissingDependencies><MissingDependency><Required ${missing} solution="Active" /><Dependent type="29" displayName="Load" /></MissingDependency></MissingDependencies></SolutionManifest></ImportExportXml>
-- customizations.xml --
<ImportExportXml><connectionreferences></connectionreferences></ImportExportXml>
${flow}`;
const FLOW = `-- Workflows/Load-11111111-2222-3333-4444-555555555555.json --
"Wait": {"type": "Wait", "runAfter": {}}`;

describe('a literal secret of a flow', () => {
  it('is critical', () =>
    assert.equal(onlyFinding('power-automate', 'PAF-SEC-003', compose('w7-Kolibri'))[0], 'critical'));
  it('is low if a public course uses it', () =>
    assert.equal(onlyFinding('power-automate', 'PAF-SEC-003', compose('pass@word1'))[0], 'low'));
  it('is low if it says that it is none, and critical with a word of its own', () => {
    const severity = (password: string) => onlyFinding('power-automate', 'PAF-SEC-003', compose(password))[0];
    assert.deepEqual(['NotARealPassword1', 'Test1234', 'NishiTest@0604', 'RealPassword1'].map(severity), [
      'low',
      'low',
      'critical',
      'critical',
    ]);
  });

  it('is one finding of a solution, whichever flows send it', () => {
    const flow = (key: string) =>
      powerAutomate.snippet(
        `"Call": {"type": "Http", "inputs": {"method": "GET", "uri": "https://api.example.com", "headers": {"x-api-key": "${key}"}}}`,
      );
    const keys = ['0123-invented-key', '0123-invented-key', '9876-another-key'];
    const { findings } = createEngine(RULES).validate({
      bytes: zip([
        { name: 'solution.xml', content: '<ImportExportXml/>' },
        { name: 'customizations.xml', content: '<ImportExportXml/>' },
        ...keys.map((key, index) => ({
          name: `Workflows/Load${index}-11111111-2222-3333-4444-55555555555${index}.json`,
          content: flow(key),
        })),
      ]),
      filename: 'solution.zip',
      platform: 'power-automate',
      ruleset: 'default',
      findingsMax: 50,
    });
    const secrets = findings.filter(({ ruleId }) => ruleId === 'PAF-SEC-002');
    assert.deepEqual(
      secrets.map(({ group }) => group?.places.map(({ location }) => location.names[0]?.slice(0, 15))),
      [['Workflows/Load0', 'Workflows/Load1'], ['Workflows/Load2']],
    );
  });

  it('is one finding for all rules and places that hold it', () => {
    const call = (name: string) =>
      `"${name}": {"type": "Http", "inputs": {"method": "POST", "uri": "https://prod-1.westeurope.logic.azure.com/workflows/1/triggers/manual/paths/invoke?sig=Qm93bGluZzQyR3JlZW5ob3VzZTc1V2luZHN1cmZ4"}}`;
    const { findings } = createEngine(RULES).validate({
      bytes: exampleFile('power-automate', `${call('First')}, ${call('Second')}`),
      filename: 'example.json',
      platform: 'power-automate',
      ruleset: 'default',
      findingsMax: 50,
    });
    const secrets = findings.filter(({ dedupeGroup }) => dedupeGroup === 'literal-secret');
    assert.deepEqual(
      secrets.map(({ ruleId, group }) => [ruleId, group?.places.length]),
      [['PAF-SEC-002', 2]],
    );
  });
});

describe('PAF-REL-020', () => {
  const severity = (example: string) => onlyFinding('power-automate', 'PAF-REL-020', example)[0];
  it('is high for a child flow', () =>
    assert.equal(severity(solution('type="29" displayName="Audit"', FLOW)), 'high'));
  it('is medium for a custom connector, which has a solution of its own', () =>
    assert.equal(severity(solution('type="372" displayName="Risk service"', FLOW)), 'medium'));
});

describe('PAF-REL-009', () => {
  const race = (reader: string) =>
    onlyFinding(
      'power-automate',
      'PAF-REL-009',
      `"Init": {"type": "InitializeVariable", "inputs": {"variables": [{"name": "why", "type": "string"}]}},
"Left": {"type": "SetVariable", "inputs": {"name": "why", "value": "@utcNow()"}, "runAfter": {"Init": ["Succeeded"]}},
"Right": {"type": "SetVariable", "inputs": {"name": "why", "value": "none"}, "runAfter": {"Init": ["Succeeded"]}},
${reader}`,
    )[0];
  it('is high where another action uses the variable', () =>
    assert.equal(
      race(
        '"Book": {"type": "Http", "inputs": {"method": "POST", "uri": "https://erp.example", "body": "@variables(\'why\')"}, "runAfter": {"Left": ["Succeeded"], "Right": ["Succeeded"]}}',
      ),
      'high',
    ));
  it('is medium where the variable is only recorded', () => {
    const mail =
      '{"type": "Http", "inputs": {"method": "POST", "uri": "https://log.example", "body": "@variables(\'why\')"}, "runAfter": {"Left": ["Failed"]}}';
    const note =
      '{"type": "Compose", "inputs": "@variables(\'why\')", "runAfter": {"Left": ["Succeeded"], "Right": ["Succeeded"]}}';
    assert.deepEqual([race(`"Tell": ${mail}`), race(`"Note": ${note}`)], ['medium', 'medium']);
  });
});

describe('XPL-SEC-023', () => {
  const deletion = (name: string) =>
    `"${name}": {"type": "OpenApiConnection", "inputs": {"host": {"connectionName": "d", "operationId": "DeleteRecord", "apiId": "/providers/Microsoft.PowerApps/apis/shared_commondataserviceforapps"}, "parameters": {"entityName": "flowruns", "recordId": "@triggerBody()?['id']"}}}`;
  it('is medium for what has become too old', () =>
    assert.deepEqual(
      ['Delete run', 'Delete run behind its retention'].map(
        (name) => onlyFinding('power-automate', 'XPL-SEC-023', deletion(name))[0],
      ),
      ['high', 'medium'],
    ));
});
