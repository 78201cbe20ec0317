/** JUnit report: a suite for each file, a test case for each finding, in the form that Jenkins' schema permits. */
import { showControlCharacters } from '../../../text/control-characters.ts';
import { overrideNotes, type ReportView, type ViewFile, type ViewFinding } from '../report-view.ts';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  // CI agents look for `##` in printed lines.
  '#': '&#35;',
};

/** Returns the text for XML; control characters and noncharacters, which XML cannot hold, become visible escapes. */
function xml(text: string): string {
  return showControlCharacters(text.toWellFormed())
    .replace(/[\uFFFE\uFFFF]/g, '\uFFFD')
    .replace(/[&<>"#]/g, (sign) => ENTITIES[sign]!);
}

function findingCase(path: string, { finding, place, line, blocks }: ViewFinding): string {
  const name = `${finding.ruleId} ${finding.rule} (line ${line}: ${place})`;
  const text = xml(
    `${finding.severity} · ${path}:${line} · ${place} · ${finding.description} Fix: ${finding.remediation}`,
  );
  const body = blocks
    ? `<failure type="${finding.severity}" message="${xml(finding.description)}">${text}</failure>`
    : `<system-out>${text}</system-out>`;
  return `    <testcase name="${xml(name)}" classname="${xml(path)}" time="0">${body}</testcase>\n`;
}

function* suite({ path, errors, findings, unlisted }: ViewFile): Generator<string> {
  const problems = unlisted === 0 ? errors : [...errors, `${unlisted} more findings are not listed`];
  const failures = findings.filter(({ blocks }) => blocks).length;
  const count = Math.max(1, problems.length + findings.length);
  yield `  <testsuite name="${xml(path)}" tests="${count}" failures="${failures}" errors="${problems.length}" time="0">\n`;
  for (const message of problems)
    yield `    <testcase name="read" classname="${xml(path)}" time="0"><error message="${xml(message)}">${xml(message)}</error></testcase>\n`;
  for (const finding of findings) yield findingCase(path, finding);
  if (problems.length + findings.length === 0)
    yield `    <testcase name="no findings" classname="${xml(path)}" time="0"/>\n`;
  yield '  </testsuite>\n';
}

/** Returns the view as a JUnit report. A finding is a failure if it blocks, else a passed test with a text. */
export const junitReport = (view: ReportView): string => [...junitPieces(view)].join('');

/** Yields a JUnit report, test case by test case. */
export function* junitPieces({ problems, overrides, files }: ReportView): Generator<string> {
  const input = { path: 'input', errors: problems, findings: [], unlisted: 0 };
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n';
  for (const file of problems.length === 0 ? files : [input, ...files]) yield* suite(file);
  for (const note of overrideNotes(overrides))
    yield `  <testsuite name="overrides" tests="1" failures="0" errors="0" time="0">\n    <testcase name="${xml(note)}" classname="overrides" time="0"/>\n  </testsuite>\n`;
  yield '</testsuites>\n';
}
