/**
 * Whether the name in a webhook's address leads to this network, asked when the address is set: who mistypes or tries it
 * is told at once, and not by a delivery that fails. Every attempt looks again (`connect.ts`), as answers change.
 */
import { isIP } from 'node:net';
import { AppError } from '../../errors.ts';
import { LIMITS } from '../../limits.ts';
import type { AddressGuard } from './allowed-addresses.ts';
import { type NameQueryOptions, queryNameServers } from './name-servers.ts';

/** The addresses of a name, as far as they are known in time; empty for one that nobody knows. */
export type Resolve = (name: string) => Promise<readonly string[]>;

/** Makes one that asks the name servers. */
export function createResolve(options: Partial<NameQueryOptions> = {}): Resolve {
  return async (name) =>
    (await queryNameServers(name, { msMax: LIMITS.webhookResolveMsMax, ...options })).addresses;
}

/**
 * Throws `webhook_url_not_allowed` when any address of the name is not allowed. A name without an address is let through:
 * receivers are often set up before their name is. The message keeps the address back, which may be known inside alone.
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
