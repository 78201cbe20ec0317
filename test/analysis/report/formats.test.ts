/** Formats for pipelines: the findings survive, and untrusted names are never commands. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { Ajv } from 'ajv';
import { marked } from 'marked';
import { SaxesParser } from 'saxes';
import type { Finding } from '../../../src/analysis/model/finding.ts';
import { PLATFORM_NAMES } from '../../../src/analysis/model/platform.ts';
import type { EnforcementMode } from '../../../src/analysis/model/report.ts';
import { REPORT_FORMATS, type ReportFormat } from '../../../src/analysis/report/formats/formats.ts';
import type { ReportView } from '../../../src/analysis/report/report-view.ts';
import { rulesOfRun } from '../../../src/analysis/report/view-rules.ts';
import { RULES } from '../../../src/analysis/rules/index.ts';
import { printable } from '../../../src/infra/logging/output.ts';
import { assertJunitSchema } from '../../support/junit-schema.ts';
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
  const files = names.map((name) => {
    const finding = findingAt(name);
    const further = [{ place: name, line: 9, column: 1 }];
    const view = {
      finding,
      path: finding.location.path,
      place: name,
      line: 7,
      column: 3,
      blocks: mode === 'blocking',
    };
    return {
      path: name,
      errors: [`${name} is damaged`],
      unlisted: 1,
      findings: [
        { ...view, member: null, further: [] },
        { ...view, member: name, further },
      ],
    };
  });
  const summary = { critical: 0, high: 2, medium: 0, low: 0, total: 2 };
  const verdict = { passed: mode !== 'blocking', score: 70, summary, wouldBlock: 0, fileCount: names.length };
  const problems = names.map((name) => `${name} has no workflow`);
  return { version: '1.0.0', mode, overrides: [], verdict, rules: [], baseUrl: null, problems, files };
}

const SARIF_SCHEMA = join(import.meta.dirname, '../../fixtures/schemas/sarif-schema-2.1.0.json');

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
  const formats: readonly (readonly [string, ReportFormat])[] = Object.entries(REPORT_FORMATS);
  for (const [name, { write, hasCommands }] of formats) {
    if (hasCommands !== true) {
      it(`${name} holds no command of a CI agent and no control character for hostile names`, () => {
        for (const hostile of NAMES) {
          const output = printable(write(viewOf([hostile], 'blocking')));
          assert.deepEqual([commandsIn(output), controlsIn(output)], [[], []], JSON.stringify(hostile));
        }
      });
    }

    it(`${name} is byte-equal when it is written twice`, () => {
      assert.equal(write(viewOf(NAMES, 'warning')), write(viewOf(NAMES, 'warning')));
    });
  }

  for (const [name, agent, own] of [
    ['github', 'GitHub Actions command', /^::(?:error|notice)(?: \S[^:]*)?::(?!.*[\r\n])/],
    ['azure', 'Azure Pipelines command', /^##vso\[task\.logissue type=error;[^\]]*\]/],
  ] as const) {
    it(`${name} holds its own commands alone for hostile names`, () => {
      for (const hostile of NAMES) {
        const output = REPORT_FORMATS[name].write(viewOf([hostile], 'blocking'));
        const lines = output.trimEnd().split('\n');
        // A problem, an unreadable file, an unlisted finding and two listed ones.
        assert.equal(lines.length, 5, output);
        for (const line of lines) assert.match(line, own);
        const commands = commandsIn(output).map((found) => found.agent);
        assert.deepEqual(commands, Array(5).fill(agent), output);
        assert.deepEqual(controlsIn(output), [], output);
      }
    });
  }

  it('github shows ten errors and says how many more there are', () => {
    const view = viewOf(
      Array.from({ length: 20 }, (_, i) => `robot${i}`),
      'blocking',
    );
    const lines = REPORT_FORMATS.github.write(view).trimEnd().split('\n');
    assert.equal(lines.length, 11);
    assert.match(lines[10]!, /^::notice title=Flowarden::GitHub shows 10 .* 90 more annotations are /);
  });

  it('annotations, review comments and Code Quality leave out what is waived; other formats mark it', () => {
    const view = viewOf(['a'], 'warning');
    const [file] = view.files;
    const [open] = file!.findings;
    const finding = { ...open!.finding, description: 'It is waived', exceptionStatus: 'approved' as const };
    const text = (name: keyof typeof REPORT_FORMATS) =>
      REPORT_FORMATS[name].write({
        ...view,
        files: [{ ...file!, findings: [open!, { ...open!, finding }] }],
      });
    for (const name of ['github', 'azure', 'rdjson', 'gitlab', 'agent'] as const)
      assert.doesNotMatch(text(name), /It is waived/, name);
    assert.match(text('markdown'), /^1 finding waived by exceptions or notes\.$/m);
    assert.match(text('html'), /UIP-REL-001, high, waived/);
    assert.match(text('jsonl'), /It is waived.*"exceptionStatus":"approved"/);
    assert.match(text('sarif'), /"suppressions"/);
  });

  it('markdown shows hostile names without links, mentions, markup and HTML', () => {
    for (const hostile of [...NAMES, '@everyone', 'https://evil.example', 'www.evil.example', '![x](y)']) {
      const html = marked.parse(REPORT_FORMATS.markdown.write(viewOf([hostile], 'blocking')), {
        async: false,
      });
      const tags = new Set(html.match(/<\/?[a-z][a-z0-9]*/g)?.map((tag) => tag.replace(/^<\/?/, '')));
      const known = [
        'h2',
        'p',
        'strong',
        'code',
        'table',
        'thead',
        'tbody',
        'tr',
        'th',
        'td',
        'ul',
        'li',
        'br',
      ];
      assert.deepEqual(
        [...tags].filter((tag) => !known.includes(tag)),
        [],
        html,
      );
      assert.doesNotMatch(html, /@everyone/);
    }
  });

  it('html has no element of a hostile name, loads nothing and runs no script', () => {
    const html = REPORT_FORMATS.html.write(viewOf(NAMES, 'blocking'));
    assert.doesNotMatch(html, /<(?:b|script|img|link|iframe)\b|\bsrc=|\bhref="(?!#(?:file|rule)-[\w-]+")/);
    assert.match(html, /Content-Security-Policy" content="default-src 'none'/);
  });

  it('sarif fulfils the schema of OASIS, for hostile names too', () => {
    // Of draft 4, which differs from newer drafts only in keywords that this schema does not use.
    const { $schema, id, ...schema } = JSON.parse(readFileSync(SARIF_SCHEMA, 'utf8'));
    assert.ok([$schema, id].every(Boolean));
    const validate = new Ajv({ strict: false, validateFormats: false }).compile(schema);
    const view = viewOf(NAMES, 'blocking');
    const platforms = new Set(PLATFORM_NAMES);
    const rules = rulesOfRun(RULES, 'strict', platforms);
    for (const baseUrl of [null, 'https://flowarden.example'])
      assert.ok(
        validate(JSON.parse(REPORT_FORMATS.sarif.write({ ...view, rules, baseUrl }))),
        JSON.stringify(validate.errors),
      );
  });

  it('sarif lists every rule that ran with its controls, within the limits of GitHub', () => {
    const rules = rulesOfRun(RULES, 'default', new Set(['uipath']));
    const [run] = JSON.parse(REPORT_FORMATS.sarif.write({ ...viewOf(['a'], 'warning'), rules })).runs;
    const { driver } = run.tool;
    assert.deepEqual(
      driver.rules.map(({ id }: { id: string }) => id),
      rules.map(({ id }) => id),
    );
    for (const rule of driver.rules) {
      assert.ok(rule.properties.tags.length <= 10 && rule.help.text.length <= 1000, rule.id);
      assert.match(rule.name, /^[A-Z][A-Za-z0-9]+$/);
      for (const { target } of rule.relationships) {
        const set = run.taxonomies[target.toolComponent.index];
        assert.equal(set.name, target.toolComponent.name);
        assert.ok(set.taxa.some(({ id }: { id: string }) => id === target.id));
      }
    }
    const secret = driver.rules.find(({ id }: { id: string }) => id === 'UIP-SEC-001');
    assert.ok(secret.properties.tags.includes('external/cwe/cwe-798'));
    assert.equal(secret.properties['security-severity'], '9.5');
  });

  it('sarif names the member of an archive, further places and who waived a finding', () => {
    const view = viewOf(['a'], 'warning');
    const [file] = view.files;
    const [first, second] = file!.findings;
    const waived = (exceptionId: string | null) => ({
      ...first!,
      finding: { ...first!.finding, exceptionStatus: 'approved' as const, exceptionId },
    });
    const findings = [first!, second!, waived(null), waived('0190d5a4-7c1e-7a3b-9f00-3f2a1b4c5d6e')];
    const log = JSON.parse(REPORT_FORMATS.sarif.write({ ...view, files: [{ ...file!, findings }] }));
    const [plain, member, note, exception] = log.runs[0].results;
    assert.equal(plain.relatedLocations, undefined);
    assert.match(member.message.text, /^a: /);
    assert.equal(member.relatedLocations[0].physicalLocation.region.startLine, 9);
    assert.deepEqual(note.suppressions, [{ kind: 'inSource', status: 'accepted' }]);
    assert.deepEqual(exception.suppressions, [{ kind: 'external', status: 'accepted' }]);
  });

  it('sarif has description, place and identity of hostile names after printing', () => {
    const { runs } = JSON.parse(printable(REPORT_FORMATS.sarif.write(viewOf(HOSTILE_NAMES, 'blocking'))));
    const twice = HOSTILE_NAMES.flatMap((name) => [name, name]);
    assert.deepEqual(
      runs[0].results.map((result: { message: { text: string } }) => result.message.text),
      HOSTILE_NAMES.flatMap((name) => [name, `${name}: ${name}`]),
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
    assert.equal(runs[0].results[0].partialFingerprints.primaryLocationLineHash, findingAt('').id);
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

  it('junit fulfils the schema of Jenkins, and counts failures only in blocking mode', () => {
    for (const mode of ['warning', 'blocking'] as const) {
      const report = REPORT_FORMATS.junit.write(viewOf(NAMES, mode));
      assertJunitSchema(report);
      const suites = suitesIn(report);
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
