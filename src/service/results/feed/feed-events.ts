/** Events of the feed's streams, made of the changes that the database records. */
import type { TenantTransaction } from '../../../infra/database/transaction.ts';
import {
  type ChangedException,
  type FeedChange,
  listChangedEntries,
  listChangedExceptions,
} from './feed-changes-store.ts';
import type { FeedEntry } from './feed-entry.ts';

/**
 * An event. `ready` begins a stream, `reset` says that events are missing: what was read before has to be read again.
 * Each has the key that a stream resumes from.
 */
export type FeedEvent = { readonly id: string } & (
  | { readonly kind: 'ready' | 'reset' }
  | { readonly kind: 'run'; readonly change: FeedChange['change']; readonly entry: FeedEntry }
  | {
      readonly kind: 'exception';
      readonly change: FeedChange['change'];
      readonly exception: ChangedException;
    }
);

/** Encodes the key of an event. */
export function eventId({ micros, number }: Pick<FeedChange, 'micros' | 'number'>): string {
  return `${micros}-${number}`;
}

/** Decodes the time of a key, in microseconds since 1970; undefined if the text is not a key. */
export function microsOfEvent(id: string): number | undefined {
  const [, micros] = /^(\d{1,16})-\d{1,16}$/.exec(id) ?? [];
  return micros === undefined ? undefined : Number(micros);
}

/** Makes the events of changes with the current state: of several changes of one subject the last one. */
export async function eventsOf(
  sql: TenantTransaction,
  changes: readonly FeedChange[],
): Promise<readonly FeedEvent[]> {
  const last = [...new Map(changes.map((change) => [change.subjectId, change])).values()];
  const idsOf = (kind: FeedChange['kind']) =>
    last.flatMap((change) => (change.kind === kind ? [change.subjectId] : []));
  const [files, projects, exceptions] = await Promise.all([
    listChangedEntries(sql, 'file', idsOf('file')),
    listChangedEntries(sql, 'project', idsOf('project')),
    listChangedExceptions(sql, idsOf('exception')),
  ]);
  const entries = new Map([...files, ...projects].map((entry) => [entry.id, entry]));
  const exceptionsById = new Map(exceptions.map((exception) => [exception.id, exception]));
  return last.flatMap((found): FeedEvent[] => {
    const { change, subjectId } = found;
    const id = eventId(found);
    const entry = entries.get(subjectId);
    if (entry !== undefined) return [{ id, kind: 'run', change, entry }];
    const exception = exceptionsById.get(subjectId);
    return exception === undefined ? [] : [{ id, kind: 'exception', change, exception }];
  });
}
