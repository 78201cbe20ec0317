/** Rights of an application in an environment: a role that reads a part only would make what it does not see look absent. */
import { plural } from '../../text/format.ts';
import { objectOf } from '../http/platform-fault.ts';
import { RemoteError } from '../remote-error.ts';
import type { Dataverse } from './dataverse.ts';

/** Privileges of a role by their names in lower case, each with its depth. */
export type Rights = ReadonlyMap<string, string>;

/** Depth of a privilege over the rows of all owners. */
const WHOLE = 'Global';
/** Id as a path may hold it. */
export const GUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Reads the rights of the application itself. @throws RemoteError `no_access` when they cannot be seen */
export async function readRights(dataverse: Dataverse, signal: AbortSignal): Promise<Rights> {
  const { UserId: id } = await dataverse.get('/WhoAmI', signal);
  if (typeof id !== 'string' || !GUID.test(id))
    throw new RemoteError('invalid_answer', `${dataverse.host} does not say who the caller is.`);
  const answer = await dataverse
    .get(`/systemusers(${id})/Microsoft.Dynamics.CRM.RetrieveUserPrivileges`, signal)
    .catch((cause: unknown) => {
      if (!(cause instanceof RemoteError) || cause.problem !== 'no_access') throw cause;
      throw new RemoteError(
        'no_access',
        `It cannot be seen which rows of ${dataverse.host} the application may read. Give its role User: Read and Security Role: Read, for the organization.`,
        { cause },
      );
    });
  const held = Array.isArray(answer.RolePrivileges) ? answer.RolePrivileges : [];
  const rights = new Map<string, string>();
  for (const entry of held) {
    const { PrivilegeName: name, Depth: depth } = objectOf(entry) ?? {};
    if (typeof name !== 'string') continue;
    const key = name.slice(0, NAME_CHARACTERS_MAX).toLowerCase();
    // Several roles may hold one right: the widest counts.
    if (rights.get(key) !== WHOLE) rights.set(key, typeof depth === 'string' ? depth : '');
  }
  return rights;
}

/** Rejects rights over a part of the rows: what they hide cannot be counted. @throws RemoteError `no_access` */
export function requireWhole(host: string, rights: Rights, privilege: string, right: string): void {
  const depth = rights.get(privilege.toLowerCase());
  if (depth === WHOLE) return;
  throw new RemoteError(
    'no_access',
    depth === undefined
      ? `The application may not read all of ${host}. Give its role ${right}.`
      : `The application sees a part of ${host} only, and not how much it misses. Give its role ${right}, for the whole organization.`,
  );
}

/** Characters of a privilege's name that are retained: a warning quotes them. */
const NAME_CHARACTERS_MAX = 200;
/** Names in a warning, at most. */
const NAMES_MAX = 5;

/** Returns a sentence about rights beyond reading; undefined: there are none. */
export function excessOf(host: string, rights: Rights): string | undefined {
  const more = [...rights.keys()].filter((name) => !name.startsWith('prvread')).sort();
  if (more.length === 0) return undefined;
  const names = more.slice(0, NAMES_MAX).join(', ') + (more.length > NAMES_MAX ? ', …' : '');
  return `The application may do more in ${host} than read: ${plural(more.length, 'privilege')} such as ${names}. Give it a role of its own that only reads, and take the others away.`;
}
