/**
 * Checks the processes that faulted, whose cause the files show: a finding must stand at the step that people named.
 * Prints each fault with the rules that report its step, and how many are reported of the certain and of the likely ones.
 *
 * Usage: npm run judged:faults -- FOLDER [TEXT]; FOLDER holds the scenarios under their paths, TEXT selects faults.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type FoundLine, validateFolder } from './repositories.ts';

const LIST = join(import.meta.dirname, '../../../shared/real/faults.tsv');

/** Rules of style and of the analysis itself, which say nothing of a fault. */
const STYLE = /-(?:NMG|ENG)-|^(?:UIP-MNT-010|XPL-MNT-002)$/;

interface Fault {
  readonly scenario: string;
  readonly decidable: 'yes' | 'likely';
  readonly family: string;
  readonly file: string;
  readonly step: string;
  readonly property: string;
  readonly line: number;
}

function readFaults(): readonly Fault[] {
  const rows = readFileSync(LIST, 'utf8').trimEnd().split('\n').slice(1);
  return rows.flatMap((row) => {
    const [scenario, decidable, family, , file, step, property, line] = row.split('\t');
    if (decidable !== 'yes' && decidable !== 'likely') return [];
    return [
      {
        scenario: scenario!,
        decidable,
        family: family!,
        file: file!,
        step: step!,
        property: property!,
        line: Number(line),
      },
    ];
  });
}

function standsAt(fault: Fault, found: FoundLine): boolean {
  if (STYLE.test(found.ruleId) || !found.path.endsWith(fault.file.split('/').at(-1)!)) return false;
  const places = [{ line: found.line, place: found.location }, ...(found.places ?? [])];
  // A list of packages is named by its first line; the finding stands at the package in it.
  const isInList = fault.property === 'dependencies';
  return places.some(
    ({ line, place }) =>
      line === fault.line || place.includes(fault.step) || (isInList && place.endsWith('dependencies')),
  );
}

const [folder, text = ''] = process.argv.slice(2);
if (folder === undefined || !existsSync(LIST)) {
  console.error(
    'Name the folder of the scenarios; the list lies beside this checkout (../shared/real/faults.tsv)',
  );
  process.exit(2);
}

const counts = { yes: { all: 0, found: 0 }, likely: { all: 0, found: 0 } };
const faults = readFaults().filter((fault) =>
  `${fault.family} ${fault.scenario} ${fault.file}`.includes(text),
);
for (const [scenario, ofScenario] of Map.groupBy(faults, (fault) => fault.scenario)) {
  const findings = validateFolder(join(folder, scenario));
  for (const fault of ofScenario) {
    const rules = new Set(findings.filter((found) => standsAt(fault, found)).map(({ ruleId }) => ruleId));
    counts[fault.decidable].all += 1;
    counts[fault.decidable].found += Number(rules.size > 0);
    const { decidable, family, file, step, line } = fault;
    console.log(
      [[...rules].join(' ') || 'MISSED', decidable, family, `${scenario}/${file}:${line}`, step].join('  '),
    );
  }
}
for (const [decidable, { all, found }] of Object.entries(counts))
  console.log(`${decidable}: ${found} of ${all} have a finding at their step.`);
