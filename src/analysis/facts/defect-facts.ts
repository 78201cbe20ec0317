/** Versions of packages with a known defect, and the activities that suffer from it. */
import { rowsOf } from './package-facts.ts';
import { type Condition, readCondition } from './setting-facts.ts';
import { UIPATH_PACKAGES } from './uipath-packages.ts';

/** A row `Types: =Version|<Version condition …; [severity] consequence; fixed version; page`. */
export interface DefectFacts {
  readonly package: string;
  readonly types: readonly string[];
  /** `=1.5.0` is this version and its builds, `<1.7.1` any before. */
  readonly isBefore: boolean;
  readonly version: string;
  /** Conditions that the activity has to meet. */
  readonly when: readonly Condition[];
  readonly severity: 'low' | undefined;
  readonly consequence: string;
  /** First version without the defect. */
  readonly fixed: string;
  readonly source: string;
}

function readRow(row: string, from: string): DefectFacts {
  const [rule, result, fixed, source] = row.split('; ');
  const [types, rest] = rule!.split(': ');
  const [version, ...when] = rest!.split(' ');
  const [, severity, consequence] = /^(?:\[(low)\] )?(.*)$/.exec(result!)!;
  return {
    package: from,
    types: types!.split(' '),
    isBefore: version!.startsWith('<'),
    version: version!.slice(1),
    when: when.map(readCondition),
    severity: severity as DefectFacts['severity'],
    consequence: consequence!,
    fixed: fixed!,
    source: source!,
  };
}

let all: readonly DefectFacts[] | undefined;

/** Returns the known defects of all packages. */
export function defectFacts(): readonly DefectFacts[] {
  all ??= UIPATH_PACKAGES.flatMap(({ name, defects }) => rowsOf(defects).map((row) => readRow(row, name)));
  return all;
}
