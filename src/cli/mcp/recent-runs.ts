/** The last runs of the server, so that findings can be read page by page and explained. */
import { randomUUID } from 'node:crypto';
import { SEVERITIES } from '../../analysis/model/rule.ts';
import type { FileEntry, ProjectFindingEntry } from '../../analysis/report/document.ts';
import { blockingIn } from '../../analysis/report/run-gate.ts';
import { reportsOf } from '../../analysis/report/verdict.ts';
import { StartError } from '../../infra/process/start-error.ts';
import type { JudgedInputs } from '../validate/judge-inputs.ts';

/** Finding with the path of its file, or of its project if it is one across files. */
export type ToolFinding = (NonNullable<FileEntry['result']>['findings'][number] | ProjectFindingEntry) & {
  readonly path: string | null;
  readonly blocks: boolean;
};

/** A run whose findings can be read later. */
export interface RecentRun {
  readonly id: string;
  /** Blocking ones first, then by severity. */
  readonly findings: readonly ToolFinding[];
}

/** Runs that the server keeps. */
const RUNS_MAX = 5;

/** Holds the last runs of one connection. */
export class RecentRuns {
  readonly #runs: RecentRun[] = [];

  /** Adds the findings of a run, and forgets the oldest run. */
  add({ document, runs, gate }: JudgedInputs): RecentRun {
    const lists = runs.flatMap((one) => [one.across, ...reportsOf(one).map(({ report }) => report.findings)]);
    const blocking = new Set(lists.flatMap((list) => blockingIn(list, gate)).map(({ id }) => id));
    const listed = [
      ...document.files.flatMap(({ path, result }) =>
        (result?.findings ?? []).map((finding) => ({ path, ...finding })),
      ),
      ...document.projectFindings.map(({ project = null, ...finding }) => ({ path: project, ...finding })),
    ];
    const findings = listed.map((finding) => ({ ...finding, blocks: blocking.has(finding.id) }));
    const run = { id: randomUUID(), findings: findings.sort(worstFirst) };
    this.#runs.unshift(run);
    this.#runs.splice(RUNS_MAX);
    return run;
  }

  /** @throws StartError if the run is forgotten or unknown */
  require(id: string): RecentRun {
    const run = this.#runs.find((one) => one.id === id);
    if (run !== undefined) return run;
    throw new StartError(
      `There is no run ${JSON.stringify(id)}: the server keeps ${RUNS_MAX}. Validate again.`,
      2,
    );
  }

  /** Returns a finding of these runs by its id. */
  find(id: string): ToolFinding | undefined {
    return this.#runs.flatMap(({ findings }) => findings).find((finding) => finding.id === id);
  }
}

function worstFirst(one: ToolFinding, other: ToolFinding): number {
  if (one.blocks !== other.blocks) return one.blocks ? -1 : 1;
  return SEVERITIES.indexOf(one.severity) - SEVERITIES.indexOf(other.severity);
}
