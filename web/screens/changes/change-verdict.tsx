/** Verdict on a change, and its name. */
import type { Change } from '../../api/calls/changes.ts';
import { StatusBadge, VerdictBadge } from '../../parts/data/badge.tsx';
import { counted, isolated } from '../../parts/data/words.ts';

/** Shows the verdict by the blocking count of the gate, never cleaner than that of any file. */
export function ChangeVerdict({ change }: { readonly change: Change }) {
  const { status, passed, wouldBlock, blockedCount, failedCount } = change;
  if (blockedCount > 0) return <VerdictBadge passed={false} wouldBlock={wouldBlock} />;
  if (failedCount > 0) return <StatusBadge status="failed" />;
  if (status !== 'completed' || passed === null) return <StatusBadge status={status} />;
  return <VerdictBadge passed={passed} wouldBlock={wouldBlock} />;
}

/** Says how many files stand behind the verdict; null where that is all of them. */
export function verdictNote({
  blockedCount,
  failedCount,
  openCount,
  fileCount,
}: Pick<Change, 'blockedCount' | 'failedCount' | 'openCount' | 'fileCount'>): string | null {
  if (openCount > 0) return `${counted(openCount, 'run')} under way`;
  const [count, word] = blockedCount > 0 ? [blockedCount, 'blocked'] : [failedCount, 'failed'];
  return count === 0 || fileCount === 1 ? null : `${count.toLocaleString('en')} ${word}`;
}

/** Number of characters of a commit that people read. */
const COMMIT_CHARACTERS = 7;

/** Returns the name of a change: its repository with the commit, the definition of its pipeline, or the file. */
export function changeTitle({ kind, repository, commit, pipeline, filename }: Change): string {
  if (kind === 'commit')
    return `${isolated(repository ?? '')} @ ${(commit ?? '').slice(0, COMMIT_CHARACTERS)}`;
  if (kind !== 'pipeline') return filename ?? 'Without a name';
  const name = repository ?? pipeline.definitionName ?? pipeline.pipelineName ?? pipeline.solutionName;
  const build = pipeline.buildNumber === null ? '' : ` ${pipeline.buildNumber}`;
  return `${isolated(name ?? 'Pipeline run')}${build}`;
}

/** Returns how people call a pull request: its number, where the address ends with one. */
export function pullRequestName(prUrl: string | null): string | null {
  if (prUrl === null) return null;
  const number = /\/(\d{1,10})\/?$/.exec(prUrl)?.[1];
  return number === undefined ? 'Pull request' : `Pull request ${number}`;
}
