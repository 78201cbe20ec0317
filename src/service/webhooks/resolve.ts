/**
 * Check of the name in a webhook's address when that is set: a mistake fails at once and not with the first delivery. Every
 * attempt checks again (`connect.ts`), as answers change.
 */
import { isIP } from 'node:net';
import { AppError } from '../../errors.ts';
import type { AddressGuard } from '../../infra/network/address-guard.ts';
import { type NameQueryOptions, queryNameServers } from '../../infra/network/name-servers.ts';

/** Time to look up the name in a webhook's address when it is set. */
const WEBHOOK_RESOLVE_MS_MAX = 2_000;

/** Look-up of the addresses of a name, as far as they are known in time; empty for an unknown one. */
export type Resolve = (name: string) => Promise<readonly string[]>;

/** Creates a look-up that queries the name servers. */
export function createResolve(options: Partial<NameQueryOptions> = {}): Resolve {
  return async (name) =>
    (await queryNameServers(name, { msMax: WEBHOOK_RESOLVE_MS_MAX, ...options })).addresses;
}

/**
 * Throws `webhook_url_not_allowed` when any address of the name is not allowed. A name without an address is let through:
 * receivers are often set up before their name is. The message omits the address, which may be known inside alone.
 */
export async function checkWebhookName(
  { hostname }: URL,
  guard: AddressGuard,
  resolve: Resolve,
  field = 'url',
): Promise<void> {
  if (isIP(hostname.replace(/^\[(.*)\]$/, '$1')) !== 0) return;
  const addresses = await resolve(hostname);
  if (addresses.every((address) => guard.allows(address))) return;
  throw new AppError(
    'webhook_url_not_allowed',
    `${field} leads to ${hostname}, whose address is not public.`,
    { field },
  );
}
