/**
 * Runs the engine over a folder of real workflow files. Prints two tables, platform × kind × outcome and platform ×
 * rule × findings. It can also save every finding with its identity, and compare with findings saved before a change.
 *
 * Usage: npm run corpus [-- ruleset] [--save FILE | --compare FILE]
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { createEngine } from '../../src/analysis/engine/validate.ts';
import type { Report } from '../../src/analysis/model/report.ts';
import { type BuiltinRuleset, isBuiltinRuleset } from '../../src/analysis/model/ruleset.ts';
import { RULES } from '../../src/analysis/rules/index.ts';
import { AppError } from '../../src/errors.ts';
import { formatDay, formatNumber } from '../../src/text/format.ts';
import { CORPUS_ABSENT, type CorpusFile, corpusFiles } from '../../test/support/files/corpus.ts';
import { findingLine, reportLines } from '../../test/support/files/finding-lines.ts';
import { compareLines } from './compare-lines.ts';
import { createTally } from './tally.ts';

const { values, positionals } = parseArgs({
  options: { save: { type: 'string' }, compare: { type: 'string' } },
  allowPositionals: true,
});
const [ruleset = 'default'] = positionals;
if (CORPUS_ABSENT !== false || !isBuiltinRuleset(ruleset)) {
  console.error(CORPUS_ABSENT || `There is no ruleset "${ruleset}".`);
  process.exit(2);
}
const engine = createEngine(RULES);
const TODAY = formatDay(new Date());

/** Analyses a file. Returns the code of the error if the engine rejects it. */
function analyse({ bytes, path, platform }: CorpusFile, ruleset: BuiltinRuleset): Report | string {
  const filename = path.slice(path.lastIndexOf('/') + 1);
  try {
    return engine.validate({ bytes, filename, platform, ruleset, findingsMax: 100_000, today: TODAY });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.code;
  }
}

/** Yields every finding with its file and its identity, one a line. */
function* identities(ruleset: BuiltinRuleset): Generator<string> {
  for (const file of corpusFiles()) {
    const name = `${file.platform}/${file.path}`;
    const report = analyse(file, ruleset);
    if (typeof report === 'string') {
      yield `${name}  ${report}`;
      continue;
    }
    const [outcome, ...rest] = reportLines(report);
    const failures = rest.slice(report.findings.length);
    yield `${name}  ${outcome}`;
    for (const finding of report.findings)
      yield `${name}  ${findingLine(finding)}  ${Object.values(finding.fingerprints).join(' ')}`;
    for (const failure of failures) yield `${name}  ${failure}`;
  }
}

function printTables(ruleset: BuiltinRuleset): void {
  const outcomes = createTally();
  const findings = createTally();
  for (const file of corpusFiles()) {
    const { platform, kind, path } = file;
    const report = analyse(file, ruleset);
    outcomes.add(`${platform} | ${kind} | ${typeof report === 'string' ? report : report.kind}`, path);
    if (typeof report === 'string') continue;
    for (const finding of report.findings)
      findings.add(`${platform} | ${finding.ruleId} | ${finding.severity}`, path);
    for (const { ruleId, message } of report.ruleErrors)
      findings.add(`${platform} | ${ruleId} | ERROR ${message}`, path);
  }
  outcomes.print(['platform', 'kind in the manifest', 'outcome', 'count', 'files']);
  findings.print(['platform', 'rule', 'severity', 'findings', 'files']);
}

if (values.save !== undefined) {
  const lines = [...identities(ruleset)];
  writeFileSync(values.save, `${lines.join('\n')}\n`);
  console.log(`${formatNumber(lines.length)} lines saved.`);
} else if (values.compare !== undefined) {
  const before = readFileSync(values.compare, 'utf8').trimEnd().split('\n');
  const { missing, added } = compareLines(before, [...identities(ruleset)]);
  for (const line of missing) console.log(`- ${line}`);
  for (const line of added) console.log(`+ ${line}`);
  console.log(`${missing.length} lines are gone, ${added.length} are new.`);
  if (missing.length + added.length > 0) process.exitCode = 1;
} else {
  printTables(ruleset);
}
