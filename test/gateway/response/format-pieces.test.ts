/** Large results in the formats of pipelines: written piece by piece, so that other requests get their turn. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { GATEWAY_LIMITS } from '../../../gateway/limits.ts';
import { joinedPieces } from '../../../gateway/response/answer-writer.ts';
import { converted } from '../../../gateway/routes/validations/result-formats.ts';
import { REPORT_FORMATS, type ReportFormat } from '../../../src/analysis/report/formats/formats.ts';
import type { ReportView, ViewFinding } from '../../../src/analysis/report/report-view.ts';

const finding = (index: number): ViewFinding =>
  ({
    finding: {
      id: `f${index}`,
      rule: 'A rule',
      ruleId: 'UIP-SEC-001',
      category: 'security',
      severity: 'high',
      confidence: 'high',
      kind: 'issue',
      title: 'A rule',
      description: `Step ${index} is wrong: ##vso[task.complete] ${'x'.repeat(500)}`,
      remediation: 'Do it in another way.',
      location: 'Main',
      complianceTags: [],
      exceptionStatus: 'none',
      exceptionId: null,
    } as unknown as ViewFinding['finding'],
    member: null,
    place: 'Main',
    path: '/Activity[1]',
    line: index,
    column: 1,
    further: [],
    blocks: index % 2 === 0,
  }) as unknown as ViewFinding;

const view = (count: number): ReportView => ({
  version: '1.0.0',
  mode: 'blocking',
  overrides: [],
  verdict: {
    passed: false,
    score: 1,
    summary: { critical: 0, high: count, medium: 0, low: 0, total: count },
    wouldBlock: 0,
    fileCount: 1,
  },
  rules: [],
  baseUrl: null,
  problems: [],
  files: [
    {
      path: 'Main.xaml',
      errors: [],
      findings: Array.from({ length: count }, (_, i) => finding(i)),
      unlisted: 0,
    },
  ],
});

describe('a result in a format of pipelines', () => {
  for (const name of ['sarif', 'junit', 'gitlab'] as const) {
    const { write, pieces }: ReportFormat = REPORT_FORMATS[name];
    it(`is written as ${name} in pieces of bounded size, each of few findings`, () => {
      const large = view(5_000);
      const parts = [...joinedPieces(pieces!(large))];
      assert.equal(parts.join(''), write(large));
      // A piece ends with the finding that fills it: about 2 KB.
      for (const part of parts)
        assert.ok(part.length < GATEWAY_LIMITS.answerPieceBytes + 4_096, `${part.length}`);
      assert.ok(parts.length > 20);
    });
    it(`is the same text as ${name} with few findings, or none`, () => {
      for (const count of [0, 1, 2]) assert.equal([...pieces!(view(count))].join(''), write(view(count)));
    });
  }
  for (const name of ['sarif', 'gitlab'] as const)
    it(`is indented as JSON.stringify does it, as ${name}`, () => {
      for (const count of [0, 1, 3]) {
        const text = REPORT_FORMATS[name].write(view(count));
        assert.equal(text, `${JSON.stringify(JSON.parse(text), null, 2)}\n`);
      }
    });
  it('is converted some findings at a time', async () => {
    let turns = 0;
    let isDone = false;
    const count = () => {
      turns += 1;
      if (!isDone) setImmediate(count);
    };
    setImmediate(count);
    const made = await converted(Array.from({ length: 5_000 }), (_) => 1);
    isDone = true;
    assert.equal(made.length, 5_000);
    assert.ok(turns >= 20, `${turns} turns`);
  });
});
