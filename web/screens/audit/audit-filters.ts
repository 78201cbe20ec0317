/** Filters of the audit log in the address. */
import type { QueryValues } from '../../routing/paths.ts';
import { textParam, type UrlParam } from '../../routing/url-state.ts';

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Returns a parameter with a day, such as `2026-03-02`; anything else means none. */
function dayParam(): UrlParam<string> {
  const { parse, format } = textParam();
  return { parse: (texts) => (DAY.test(parse(texts)) ? parse(texts) : ''), format };
}

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
    since: startOf(from, 0),
    until: startOf(to, 1),
  };
}

/** Returns whether any filter is chosen. */
export function isFiltered(filters: AuditFilters): boolean {
  return Object.keys(NO_AUDIT_FILTERS).some((name) => filters[name as keyof AuditFilters] !== '');
}

/** Returns the start of a day, or of a day after it; null for no day, also for one that no month has. */
function startOf(day: string, daysLater: number): string | null {
  const date = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(date.getTime())) return null;
  date.setUTCDate(date.getUTCDate() + daysLater);
  return date.toISOString();
}
