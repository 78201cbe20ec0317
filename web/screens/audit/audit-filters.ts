/** Filters of the audit log in the address. */
import { dayParam, startOfDay } from '../../routing/days.ts';
import type { QueryValues } from '../../routing/paths.ts';
import { textParam, type UrlParam } from '../../routing/url-state.ts';

/** Parameters of the address. */
export const AUDIT_PARAMS = {
  action: textParam(),
  actorId: textParam(),
  targetKind: textParam(),
  targetId: textParam(),
  from: dayParam(),
  to: dayParam(),
  /** Number of the entry in the panel. */
  entry: textParam(),
} as const satisfies Readonly<Record<string, UrlParam<string>>>;

/** Chosen filters, and the open entry; empty texts filter nothing. */
export type AuditFilters = Readonly<Record<keyof typeof AUDIT_PARAMS, string>>;

/** Changes that clear every filter. */
export const NO_AUDIT_FILTERS = {
  action: '',
  actorId: '',
  targetKind: '',
  targetId: '',
  from: '',
  to: '',
} as const satisfies Partial<AuditFilters>;

/** Returns the filters as the query of a call. Days are whole days of UTC. */
export function auditQuery({ action, actorId, targetKind, targetId, from, to }: AuditFilters): QueryValues {
  return {
    action: action || null,
    actorId: actorId || null,
    targetKind: targetKind || null,
    targetId: targetId || null,
    since: startOfDay(from),
    until: startOfDay(to, 1),
  };
}

/** Returns whether any filter is chosen. */
export function isFiltered(filters: AuditFilters): boolean {
  return Object.keys(NO_AUDIT_FILTERS).some((name) => filters[name as keyof AuditFilters] !== '');
}
