/**
 * Runs the engine over a folder of real workflow files and prints two tables: platform × kind × outcome, and
 * platform × rule × findings. For judging rules before they are trusted.
 *
 * Usage: npm run corpus [-- ruleset]
 */
import { createEngine } from '../src/engine/validate.ts';
import { AppError } from '../src/errors.ts';
import { isBuiltinRuleset } from '../src/model/ruleset.ts';
import { RULES } from '../src/rules/index.ts';
import { CORPUS_ABSENT, corpusFiles } from '../test/support/corpus.ts';

/** Counts by key, printed in the order of the keys. */
function tally() {
  const counts = new Map<string, { findings: number; files: Set<string> }>();
  return {
    add(key: string, file: string): void {
      const entry = counts.get(key) ?? { findings: 0, files: new Set() };
      entry.findings += 1;
      entry.files.add(file);
      counts.set(key, entry);
    },
    print(headings: readonly string[]): void {
      console.log(`| ${headings.join(' | ')} |\n|${headings.map(() => '---').join('|')}|`);
      for (const [key, { findings, files }] of [...counts].sort(([a], [b]) => (a < b ? -1 : 1))) {
        console.log(`| ${key} | ${findings} | ${files.size} |`);
      }
      console.log();
    },
  };
}

const ruleset = process.argv[2] ?? 'default';
if (CORPUS_ABSENT !== false || !isBuiltinRuleset(ruleset)) {
  console.error(CORPUS_ABSENT || `There is no ruleset "${ruleset}".`);
  process.exit(2);
}
const engine = createEngine(RULES);
const outcomes = tally();
const findings = tally();
for (const { platform, kind, path, bytes } of corpusFiles()) {
  const filename = path.slice(path.lastIndexOf('/') + 1);
  try {
    const report = engine.validate({ bytes, filename, platform, ruleset, findingsMax: 100_000 });
    outcomes.add(`${platform} | ${kind} | ${report.kind}`, path);
    for (const finding of report.findings)
      findings.add(`${platform} | ${finding.ruleId} | ${finding.severity}`, path);
    for (const { ruleId, message } of report.ruleErrors)
      findings.add(`${platform} | ${ruleId} | ERROR ${message}`, path);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    outcomes.add(`${platform} | ${kind} | ${error.code}`, path);
  }
}
outcomes.print(['platform', 'kind in the manifest', 'outcome', 'count', 'files']);
findings.print(['platform', 'rule', 'severity', 'findings', 'files']);
