/** What every change of something managed needs from its call: who, the fields that are named, the version known. */

import { AppError } from '../../errors.ts';
import { actorOf } from '../../service/access/caller.ts';
import type { Change } from '../../service/policy/organisation-settings.ts';
import { quote } from '../convert/fields.ts';
import type { CallContext } from '../server/service.ts';

/** Who changes something, for the use case and its audit entry. */
export function changeOf({ caller, requestId }: CallContext): Change {
  return { orgId: caller.orgId, actor: actorOf(caller), requestId };
}

/** The etag that the caller knows; null when it does not care. */
export function etagField(value: string): string | null {
  return value === '' ? null : value;
}

/** Path in a field mask → the checked change that it means, out of the message with the new values. */
export type Readers<Message, Changes> = Readonly<Record<string, (message: Message) => Changes>>;

/**
 * Reads what a field mask names; an empty one changes nothing.
 * @throws AppError when it is missing, or names something that cannot be changed
 */
export function maskedChanges<Message, Changes extends object>(
  mask: readonly string[] | undefined,
  message: Message,
  readers: Readers<Message, Changes>,
): Changes {
  const known = Object.keys(readers).join(', ');
  if (mask === undefined) {
    throw new AppError('missing_field', `update_mask is missing. It names what to change: ${known}.`, {
      field: 'update_mask',
    });
  }
  const changes = mask.map((path) => {
    const read = Object.hasOwn(readers, path) ? readers[path] : undefined;
    if (read !== undefined) return read(message);
    const text = `update_mask names ${quote(path)}; what can be changed is ${known}.`;
    throw new AppError('invalid_field', text, { field: 'update_mask', known });
  });
  return Object.assign({}, ...changes) as Changes;
}
