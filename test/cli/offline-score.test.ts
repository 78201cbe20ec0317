/** The score and the summary of an offline run, from reports of files. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { scoreOfProject } from '../../src/analysis/engine/project-score.ts';
import { scoreOfTally } from '../../src/analysis/engine/score.ts';
import { metricsOfFile } from '../../src/analysis/inventory/metrics.ts';
import { type Report, summarise } from '../../src/analysis/model/report.ts';
import { buildDocument } from '../../src/analysis/report/document.ts';
import type { Input } from '../../src/cli/validate/inputs.ts';

const TALLY = { 'UIP-NMG-901': { critical: 0, high: 0, medium: 0, low: 400 } };

/** A report whose findings are all beyond the end of its list. */
const CUT: Report = {
  platform: 'uipath',
  kind: 'uipath-workflow',
  artifactKey: 'Main',
  ruleset: 'default',
  rulesetDigest: '',
  findings: [],
  unlisted: [
    {
      dedupeGroup: 'UIP-NMG-901',
      atPlace: [{ ruleId: 'UIP-NMG-901', severity: 'low', count: 400 }],
      besideListed: null,
      places: 1,
    },
  ],
  summary: { critical: 0, high: 0, medium: 0, low: 400, total: 400 },
  score: scoreOfTally(TALLY),
  scoreVersion: 'score-v1',
  evaluatedRuleIds: [],
  ruleErrors: [],
  unreadFiles: [],
  inventory: {},
  metrics: metricsOfFile([]),
};

/** The document of a run over one path, of which all files have the same report. */
function documentOf(kind: Input['kind'], paths: readonly string[], report: Report) {
  const files = paths.map((path) => ({ path, id: path, sizeBytes: 1, read: async () => Buffer.alloc(1) }));
  const input = { kind, name: 'given', realPath: '/given', files, elsewhere: [] };
  const outcomes = paths.map(() => ({ status: 'completed', report, validationMs: 1 }) as const);
  return buildDocument(
    '1.0.0',
    [{ input, outcomes, across: [], acrossSummary: summarise([]) }],
    { mode: 'warning', failOn: 'high', comparison: null },
    false,
  );
}

describe('an offline run', () => {
  it('of a folder has the project score and the totals of all findings, listed or not', () => {
    const paths = ['a/Main.xaml', 'b/Main.xaml'];
    const { score, summary } = documentOf('folder', paths, CUT);
    const files = paths.map((path) => ({ path, tally: TALLY }));
    assert.equal(score, scoreOfProject({ fileCount: 2, files, across: [] }));
    assert.deepEqual(summary, { critical: 0, high: 0, medium: 0, low: 800, total: 800 });
  });
  it('of a single file has the score of the file', () => {
    assert.equal(documentOf('file', ['Main.xaml'], CUT).score, CUT.score);
  });
});
