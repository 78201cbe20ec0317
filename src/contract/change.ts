/** Changes: runs of one commit, or of one run of a pipeline, which people see as one thing. */
import { createHash } from 'node:crypto';

/** Kinds of changes: what their runs have in common. A run of neither commit nor pipeline is a change by itself. */
export const CHANGE_KINDS = ['commit', 'pipeline', 'project', 'file'] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** `canceled`: all its runs were. */
export type ChangeStatus = 'running' | 'completed' | 'canceled';

/** Returns the address of the page of a change. */
export function changeUrl(baseUrl: string, id: string): string {
  return `${baseUrl}/changes/${id}`;
}

/** Part of a pipeline context that makes runs one change. */
interface ChangeContext {
  readonly repository: string | null;
  readonly commit: string | null;
  readonly workflowRunUrl: string | null;
}

/** Returns the id of the change of a run; null for a run that is a change by itself. See `change_id_of` of the database. */
export function changeIdOf(orgId: string, context: ChangeContext | null | undefined): string | null {
  if (!context) return null;
  const { repository, commit, workflowRunUrl } = context;
  if (repository && commit) return idOf(orgId, 'commit', commit.toLowerCase(), repository);
  return workflowRunUrl ? idOf(orgId, 'pipeline', workflowRunUrl, '') : null;
}

function idOf(...parts: readonly [orgId: string, kind: string, name: string, scope: string]): string {
  const hex = createHash('sha256').update(parts.join('\n')).digest('hex');
  return hex.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
