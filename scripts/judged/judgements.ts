/** The list of judged findings, repository by repository. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A finding and what a person says of it. */
export interface Judgement {
  readonly path: string;
  readonly ruleId: string;
  /** `line <number> <names>`. */
  readonly location: string;
  readonly verdict: 'TRUE' | 'FALSE';
}

/** Lists of one measurement each. */
const LISTS = ['judged.tsv', 'judged-2.tsv'];

interface JudgedRepository {
  readonly repository: string;
  readonly commit: string;
  readonly lines: readonly Judgement[];
}

function* rowsOf(file: string): Generator<readonly string[]> {
  for (const row of readFileSync(file, 'utf8').trimEnd().split('\n').slice(1)) yield row.split('\t');
}

/** Reads the judged findings of a folder; those about which one can argue are left out. */
export function readJudged(folder: string): readonly JudgedRepository[] {
  const judged = LISTS.flatMap((name) => [...rowsOf(join(folder, name))]);
  const lines = Map.groupBy(judged, ([repository]) => repository!);
  return [...rowsOf(join(folder, 'repositories.tsv'))].map(([, repository, commit]) => ({
    repository: repository!,
    commit: commit!,
    lines: (lines.get(repository!) ?? []).flatMap(([, path, ruleId, location, verdict]) =>
      verdict === 'TRUE' || verdict === 'FALSE'
        ? [{ path: path!, ruleId: ruleId!, location: location!, verdict }]
        : [],
    ),
  }));
}
