/**
 * Queries of name servers over sockets. The system's own look-up holds one of four threads as long as a server is silent:
 * a few names of silent servers would delay every other receiver.
 */
import { promises } from 'node:dns';

export interface NameQueryOptions {
  /** Addresses of name servers; default: the machine's. */
  readonly servers?: readonly string[];
  readonly msMax: number;
}

export interface NameAnswer {
  /** Of both families, IPv4 first; empty when the servers know none. */
  readonly addresses: readonly string[];
  /** True if no server answered in time. */
  readonly isSilent: boolean;
}

/** Codes of the resolver for no answer. */
const SILENT: readonly unknown[] = ['ETIMEOUT', 'ECANCELLED'];

/** Queries every address of a name. Never rejects. */
export async function queryNameServers(
  name: string,
  { servers, msMax }: NameQueryOptions,
): Promise<NameAnswer> {
  const resolver = new promises.Resolver({ timeout: msMax, tries: 1 });
  if (servers !== undefined) resolver.setServers(servers);
  const timer = setTimeout(() => resolver.cancel(), msMax);
  const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  clearTimeout(timer);
  return {
    addresses: answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : [])),
    isSilent: answers.every((answer) => answer.status === 'rejected' && SILENT.includes(answer.reason.code)),
  };
}
