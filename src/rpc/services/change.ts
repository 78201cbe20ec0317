/** Input of every managed change: actor, field mask and etag. */

import { AppError } from '../../errors.ts';
import { actorOf } from '../../service/access/caller.ts';
import type { Change } from '../../service/policy/organisation-settings.ts';
import { quote } from '../convert/fields.ts';
import type { CallContext } from '../server/service.ts';

/** Returns the actor of a change, for the use case and its audit entry. */
export function changeOf({ caller, requestId }: CallContext): Change {
  return { orgId: caller.orgId, actor: actorOf(caller), requestId };
}

/** Returns the etag that the caller expects; null for any version. */
export function etagField(value: string): string | null {
  return value === '' ? null : value;
}

/** Maps a path of the field mask to the function that reads its change from the message. */
export type FieldReaders<Message, Changes> = Readonly<Record<string, (message: Message) => Changes>>;

/** The readers of exactly these fields, named in camel case. */
export type ReadersOf<Field extends string, Message, Changes> = Readonly<
  Record<SnakeCase<Field>, (message: Message) => Changes>
>;

type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : Name;

/**
 * Reads the changes that a field mask names; an empty one changes nothing.
 * @throws AppError when it is missing, or names a field that cannot be changed
 */
export function maskedChanges<Message, Changes extends object>(
  mask: readonly string[] | undefined,
  message: Message,
  readers: FieldReaders<Message, Changes>,
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
