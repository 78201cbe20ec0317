/** Errors of connections as errors of remotes. */
import { RemoteError } from '../remote-error.ts';

const CERTIFICATE = /^(?:ERR_TLS|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|HOSTNAME_MISMATCH)/;
/** Codes of a host that cannot be reached, or speaks otherwise. Once it has answered, they are transient. */
const UNREACHABLE =
  /^(?:ENOTFOUND|ENODATA|EAI_|ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EPROTO|ERR_SSL|ERR_PROXY|HPE_)/;
/** Codes of a connection that broke. */
const BROKEN = /^(?:ECONNRESET|EPIPE|ETIMEDOUT|ERR_STREAM_PREMATURE_CLOSE)/;

/** Meaning of a failed connection. */
export interface ConnectionFault {
  readonly error: RemoteError;
  /** Returns whether another attempt may succeed. */
  readonly isTransient: (hasAnswered: boolean) => boolean;
}

/** Returns what the error of a connection means; undefined for an error of another kind. */
export function connectionFault(error: unknown, host: string): ConnectionFault | undefined {
  const first = error instanceof AggregateError ? error.errors[0] : error;
  if (!(first instanceof Error)) return undefined;
  const code = String((first as NodeJS.ErrnoException).code ?? '');
  if (code === 'ADDRESS_NOT_ALLOWED') return final('address_not_allowed', `${host} is not a public address.`);
  if (CERTIFICATE.test(code))
    return final('certificate', `The certificate of ${host} is not trusted (${code}).`);
  const unreachable = new RemoteError('unreachable', `${host} cannot be reached (${code || first.name}).`, {
    cause: first,
  });
  // The caller's own end has been looked at before: this is the time of one request.
  if (first.name === 'AbortError' || BROKEN.test(code))
    return { error: unreachable, isTransient: () => true };
  if (UNREACHABLE.test(code)) return { error: unreachable, isTransient: (hasAnswered) => hasAnswered };
  return undefined;
}

function final(problem: 'address_not_allowed' | 'certificate', message: string): ConnectionFault {
  return { error: new RemoteError(problem, message), isTransient: () => false };
}
