/**
 * Checks the processes that faulted, whose cause the files show: a finding must stand at the step that people named.
 * Prints each fault with the rules that report its step, and how many are reported of the certain and of the likely ones.
 *
 * Usage: npm run judged:faults -- FOLDER [TEXT]; FOLDER holds the scenarios under their paths, with what their scripts
 * write, TEXT selects faults.
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
    // A scenario without a fault shows what must stay unreported.
    if (family!.startsWith('none')) return [];
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

/** Returns the last line of the JSON value that begins in a line; the line itself where none does. */
function endOfValue(lines: readonly string[], first: number): number {
  let depth = 0;
  for (let at = first - 1; at < lines.length; at += 1) {
    const signs = lines[at]!.replace(/"(?:[^"\\]|\\.)*"/g, '');
    depth += (signs.match(/[[{]/g)?.length ?? 0) - (signs.match(/[\]}]/g)?.length ?? 0);
    if (depth <= 0) return at + 1;
  }
  return first;
}

/** Returns the first and last line of a fault: a step in JSON is a value under its key, and may have many lines. */
function linesOf({ line, step }: Fault, file: string): readonly [number, number] {
  if (!/\.(?:json|flow)$/.test(file) || !existsSync(file)) return [line, line];
  const lines = readFileSync(file, 'utf8').split('\n');
  // A step with branches lies in a wrapper under the same name: `If_1#Wrapper`.
  const keys = [`"${step}": {`, `"${step}#`];
  const named = lines.findIndex((text) => keys.some((key) => text.trimStart().startsWith(key))) + 1;
  const first = named === 0 ? line : named;
  return [first, first === 0 ? 0 : endOfValue(lines, first)];
}

/** Label of a file that a script of the scenario writes; the file lies beside the script. */
const isWritten = ({ file }: Fault): boolean => file.startsWith('(');

/** Returns the file of a place: a finding across files names it first. */
function fileOf(place: string, otherwise: string): string {
  const [first] = place.split(' › ');
  return first!.includes('.') ? first! : otherwise;
}

function standsAt(fault: Fault, found: FoundLine, folder: string): boolean {
  if (STYLE.test(found.ruleId)) return false;
  const name = fault.file.split('/').at(-1)!;
  const further = (found.places ?? []).map((each) => ({ ...each, path: fileOf(each.place, found.path) }));
  const places = [{ line: found.line, place: found.location, path: found.path }, ...further];
  // A list of packages is named by its first line; the finding stands at the package in it.
  const isInList = fault.property === 'dependencies';
  return places.some(({ line, place, path }) => {
    if (!isWritten(fault) && !path.endsWith(name)) return false;
    const [first, last] = linesOf(fault, join(folder, path));
    return (
      (line >= first && line <= last) ||
      place.includes(fault.step) ||
      (isInList && place.endsWith('dependencies'))
    );
  });
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
  const { found: findings, unread } = validateFolder(join(folder, scenario));
  for (const { path, why } of unread) console.log(['NOT READ', `${scenario}/${path ?? ''}`, why].join('  '));
  for (const fault of ofScenario) {
    const rules = new Set(
      findings.filter((found) => standsAt(fault, found, join(folder, scenario))).map(({ ruleId }) => ruleId),
    );
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
