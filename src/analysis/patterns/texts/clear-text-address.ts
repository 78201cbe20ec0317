/** Addresses whose protocol sends all data unencrypted. */
import { isServiceUrl } from '../../semantics/http-url.ts';

const ADDRESS =
  /^(http|ftp|ws|ldap|telnet|amqp|mqtt|redis|mongodb):\/\/(?:[^\s/@]*@)?(\[[0-9a-f:.]+\]|[^\s/:?#[\]{}$]+)(?=([/:?#])|$)/i;
const WITH_TLS = /[?&;](?:tls|ssl)=true/i;
/** Names of this machine, and names reserved for tests. */
const LOCAL = /^(?:localhost|127\.[\d.]+|0\.0\.0\.0|\[::1\]|.*\.(?:localhost|invalid|test|example))$/i;
const PRIVATE = /^(?:10\.|192\.168\.|169\.254\.|172\.(?:1[6-9]|2\d|3[01])\.|\[f[cd])|^[^.[]+$/i;

export interface ClearTextAddress {
  readonly protocol: string;
  readonly host: string;
  /** True for a private network address, or a name without a domain. */
  readonly isPrivate: boolean;
}

/**
 * Returns the address at the start of a text, if its protocol has no encryption and its host is remote.
 * @param isWhole whether the text ends with the address; else the host must be complete in it.
 */
export function clearTextAddress(text: string, isWhole: boolean): ClearTextAddress | undefined {
  const trimmed = text.trim().slice(0, 2000);
  const [, protocol, host, next] = ADDRESS.exec(trimmed) ?? [];
  if (protocol === undefined || host === undefined || (next === undefined && !isWhole)) return undefined;
  const lower = protocol.toLowerCase();
  if (LOCAL.test(host) || WITH_TLS.test(trimmed)) return undefined;
  // Names of formats look like addresses, but no program calls them.
  if (lower === 'http' && !isServiceUrl(trimmed.split(/\s/, 1)[0]!)) return undefined;
  return { protocol: lower, host: host.toLowerCase(), isPrivate: PRIVATE.test(host) };
}
