/** `flowarden explain`: says why a rule matters and how to fix its findings; the same of one finding; facts of an activity. */
import { type Finding, locationText } from '../../analysis/model/finding.ts';
import type { InputRun } from '../../analysis/report/file-outcome.ts';
import { print } from '../../infra/logging/output.ts';
import { StartError } from '../../infra/process/start-error.ts';
import { showControlCharacters } from '../../text/control-characters.ts';
import { findInputs } from '../validate/inputs.ts';
import { runInputs } from '../validate/run-inputs.ts';
import { loadRules, requireRule } from './find-rule.ts';
import { ruleText } from './rule-text.ts';
import { subjectText } from './subject-text.ts';

const USAGE = `flowarden explain RULE
flowarden explain FINDING [path]...
flowarden explain ACTIVITY
flowarden explain CHECK

Says why a rule matters, how to fix its findings in each designer, and what they
look like. A finding is
named by its id, as the formats json, jsonl and agent show it; it is looked for in the
paths, or in the working folder. For the type of a UiPath activity, such as WriteRangeX,
it prints the documented facts that rules use: its container, its properties, its source.
For a check of a vendor's analyser, such as ST-DBP-002, it names the rules that report the
same, or says that there is none.

  -h, --help   print this
`;

const FINDING_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Runs the command; resolves with the exit code. @throws StartError (exit 2) for an unknown rule or finding */
export async function explain(argv: readonly string[]): Promise<number> {
  const [subject, ...paths] = argv;
  if (subject === '--help' || subject === '-h') {
    print(USAGE);
    return 0;
  }
  if (subject === undefined) throw new StartError(`Name a rule or a finding.\n\n${USAGE}`, 2);
  const rules = await loadRules();
  if (!FINDING_ID.test(subject)) {
    if (paths.length > 0) throw new StartError('Explain one rule at a time.', 2);
    print(await subjectText(subject, rules));
    return 0;
  }
  const { path, finding } = await requireFinding(subject, paths.length === 0 ? ['.'] : paths);
  print(`${findingText(path, finding)}\n${await ruleText(requireRule(rules, finding.ruleId))}`);
  return 0;
}

interface FoundFinding {
  readonly path: string;
  readonly finding: Finding;
}

async function requireFinding(id: string, paths: readonly string[]): Promise<FoundFinding> {
  const options = {
    platform: undefined,
    ruleset: 'strict',
    includeVendor: true,
    includeLogicApps: true,
    isQuiet: false,
  } as const;
  const runs = await runInputs(await findInputs(paths), options);
  const wanted = id.toLowerCase();
  for (const found of runs.flatMap(findingsOf)) if (found.finding.id === wanted) return found;
  const where = paths.map((path) => JSON.stringify(path)).join(', ');
  throw new StartError(
    `There is no finding ${id} in ${where}. It may be fixed; otherwise name the path of its file.`,
    2,
  );
}

function findingsOf({ input, outcomes, across }: InputRun): readonly FoundFinding[] {
  const inFiles = outcomes.flatMap((outcome, index) =>
    outcome.status === 'completed'
      ? outcome.report.findings.map((finding) => ({ path: input.files[index]!.path, finding }))
      : [],
  );
  return [...inFiles, ...across.map((finding) => ({ path: input.name, finding }))];
}

function findingText(path: string, { description, location, severity, ruleId }: Finding): string {
  return [
    showControlCharacters(`${path}:${location.line}:${location.column} ${severity} ${ruleId}`),
    showControlCharacters(`  ${locationText(location)}`),
    showControlCharacters(`  ${description}`),
    '',
  ].join('\n');
}
