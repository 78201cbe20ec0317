/** Changes: runs of one commit, or of one run of a pipeline, which people see as one thing. */

/** Kinds of changes: what their runs have in common. A run of neither commit nor pipeline is a change by itself. */
export const CHANGE_KINDS = ['commit', 'pipeline', 'project', 'file'] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** `canceled`: all its runs were. */
export type ChangeStatus = 'running' | 'completed' | 'canceled';

/** Returns the address of the page of a change. */
export function changeUrl(baseUrl: string, id: string): string {
  return `${baseUrl}/changes/${id}`;
}
