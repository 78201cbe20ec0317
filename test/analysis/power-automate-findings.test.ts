/** Severities of Power Automate findings that depend on the case at hand, and one mistake in several rules and places. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createEngine } from '../../src/analysis/engine/validate.ts';
import { RULES } from '../../src/analysis/rules/index.ts';
import { onlyFinding } from '../support/analysis/only-finding.ts';
import { exampleFile } from '../support/files/example-file.ts';

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
