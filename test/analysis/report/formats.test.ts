/** Formats for pipelines: the findings survive, and untrusted names are never commands. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SaxesParser } from 'saxes';
import type { Finding } from '../../../src/analysis/model/finding.ts';
import type { EnforcementMode } from '../../../src/analysis/model/report.ts';
import { REPORT_FORMATS } from '../../../src/analysis/report/formats/formats.ts';
import type { ReportView } from '../../../src/analysis/report/report-view.ts';
import { printable } from '../../../src/infra/logging/output.ts';
import { commandsIn, controlsIn, HOSTILE_NAMES } from '../../support/log-agents.ts';

function findingAt(name: string, severity: Finding['severity'] = 'high'): Finding {
  return {
    id: '00000000-0000-0000-0000-000000000001',
    ruleId: 'UIP-REL-001',
    rule: 'Empty catch',
    detectorId: 'UIP-REL-001@1',
    severity,
    category: 'reliability',
    confidence: 'high',
    kind: 'issue',
    description: name,
    remediation: `Rename ${name}`,
    complianceTags: [],
    location: { names: [name], path: `/*[@n="${name}"]`, line: 7, column: 3 },
    subject: '',
    dedupeGroup: 'UIP-REL-001',
    fingerprints: { element: 'e', strong: 's', medium: 'm', weak: 'w' },
    exceptionId: null,
    exceptionStatus: 'none',
  };
}

function viewOf(names: readonly string[], mode: EnforcementMode): ReportView {
  const files = names.map((name) => ({
    path: name,
    errors: [`${name} is damaged`],
    unlisted: 0,
    findings: [
      { finding: findingAt(name), place: name, line: 7, column: 3, blocks: mode === 'blocking' },
      { finding: findingAt(name), place: name, line: 7, column: 3, blocks: mode === 'blocking' },
    ],
  }));
  return { version: '1.0.0', mode, problems: names.map((name) => `${name} has no workflow`), files };
}

const NAMES = [
  ...HOSTILE_NAMES,
  '<a href="x">&amp;]]></a>',
  '| **b** | [x](javascript:0)',
  '\ud800',
  '\uffff',
];

/** Returns the attributes of every suite; fails if the document is not well-formed. */
function suitesIn(xml: string): Record<string, string>[] {
  const suites: Record<string, string>[] = [];
  const parser = new SaxesParser();
  parser.on('error', (error) => assert.fail(error));
  parser.on('opentag', ({ name, attributes }) => {
    if (name === 'testsuite') suites.push(attributes as Record<string, string>);
  });
  parser.write(xml).close();
  return suites;
}

describe('report formats', () => {
  for (const [name, { write }] of Object.entries(REPORT_FORMATS)) {
    it(`${name} holds no command of a CI agent and no control character for hostile names`, () => {
      for (const hostile of NAMES) {
        const output = printable(write(viewOf([hostile], 'blocking')));
        assert.deepEqual([commandsIn(output), controlsIn(output)], [[], []], JSON.stringify(hostile));
      }
    });

    it(`${name} is byte-equal when it is written twice`, () => {
      assert.equal(write(viewOf(NAMES, 'warning')), write(viewOf(NAMES, 'warning')));
    });
  }

  it('sarif has description, place and identity of hostile names after printing', () => {
    const { runs } = JSON.parse(printable(REPORT_FORMATS.sarif.write(viewOf(HOSTILE_NAMES, 'blocking'))));
    const twice = HOSTILE_NAMES.flatMap((name) => [name, name]);
    assert.deepEqual(
      runs[0].results.map((result: { message: { text: string } }) => result.message.text),
      twice,
    );
    assert.deepEqual(
      runs[0].results.map(
        (result: { locations: [{ physicalLocation: { artifactLocation: { uri: string } } }] }) =>
          result.locations[0].physicalLocation.artifactLocation.uri
            .split('/')
            .map(decodeURIComponent)
            .join('/'),
      ),
      twice,
    );
    assert.equal(runs[0].results[0].partialFingerprints.primaryLocationLineHash, 's');
    assert.equal(runs[0].invocations[0].executionSuccessful, false);
  });

  it('sarif has errors only in blocking mode', () => {
    const levelIn = (mode: EnforcementMode): string =>
      JSON.parse(REPORT_FORMATS.sarif.write(viewOf(['a'], mode))).runs[0].results[0].level;
    assert.deepEqual(
      [levelIn('advisory'), levelIn('warning'), levelIn('blocking')],
      ['warning', 'warning', 'error'],
    );
  });

  it('junit is well-formed, and counts failures only in blocking mode', () => {
    for (const mode of ['warning', 'blocking'] as const) {
      const suites = suitesIn(REPORT_FORMATS.junit.write(viewOf(NAMES, mode)));
      const failures = suites.reduce((total, suite) => total + Number(suite.failures), 0);
      assert.equal(failures, mode === 'blocking' ? NAMES.length * 2 : 0);
      assert.equal(suites[0]!.errors, String(NAMES.length));
    }
  });

  it('gitlab gives equal findings in one file different fingerprints', () => {
    const issues: { fingerprint: string }[] = JSON.parse(
      REPORT_FORMATS.gitlab.write(viewOf(['a', 'b'], 'warning')),
    );
    assert.equal(new Set(issues.map(({ fingerprint }) => fingerprint)).size, 4);
  });
});
