/** Sentences about calls that failed: what is wrong, and what to do. */
import { FlowardenError, FlowardenUnreachable } from '../../../clients/typescript/src/errors.ts';
import { StartError } from '../../infra/process/start-error.ts';

/** Advice for codes of the service whose messages speak to authors of clients. */
const ADVICE_BY_CODE: Readonly<Record<string, string>> = {
  authentication_required: 'Check FLOWARDEN_API_KEY or the key file.',
  invalid_credentials:
    'Check FLOWARDEN_API_KEY or the key file; an administrator can make a new key with the scope SCOPE.',
  credentials_expired: 'An administrator can make a new key with the scope SCOPE.',
  org_access_denied: 'Check --org or FLOWARDEN_ORG_ID: it must be the organisation that the key belongs to.',
  insufficient_scope: 'An administrator can give the key the scope SCOPE.',
  policy_fixed: 'Leave out --enforcement-mode and --ruleset, or request a stricter one.',
  idempotency_in_progress: 'The same submission is still under way. Try again when it has ended.',
  route_not_found: 'Check the address of the service.',
};
const ADVICE_BY_STATUS: Readonly<Record<number, string>> = {
  429: 'Several attempts failed. Try again later.',
  503: 'Several attempts failed. Try again later.',
};

const CERTIFICATE =
  'Its certificate is not trusted: set NODE_EXTRA_CA_CERTS to the file with the CA of your company.';

/** Advice for reasons why no connection is made. */
const ADVICE_BY_REASON: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'Nothing listens there. Is the service running, and is the port right?',
  ENOTFOUND: 'There is no such host. Check the address.',
  EAI_AGAIN: 'The name of the host cannot be looked up now. Check the network.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: CERTIFICATE,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: CERTIFICATE,
  SELF_SIGNED_CERT_IN_CHAIN: CERTIFICATE,
  DEPTH_ZERO_SELF_SIGNED_CERT: CERTIFICATE,
  CERT_HAS_EXPIRED: 'Its certificate has expired.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'Its certificate is for another host. Check the address.',
  TimeoutError: 'It took too long. Check the network, or whether a proxy is needed (NODE_USE_ENV_PROXY=1).',
  'unexpected redirect': 'It redirects. Give the address that it redirects to.',
};
const NETWORK_HINT = 'Check the address, the network, and whether a proxy is needed (NODE_USE_ENV_PROXY=1).';

/** Causes of an error that are looked at. */
const CAUSES_MAX = 5;

/**
 * Returns an error of a call as one for the user, exit code 2; errors of the program stay as they are.
 * @param scope that the key needs
 */
export function explainFailure(error: unknown, server: string, scope = 'analysis:write'): unknown {
  if (error instanceof FlowardenError)
    return new StartError(rejection(error, server).replace('SCOPE', scope), 2, { cause: error });
  if (error instanceof FlowardenUnreachable) {
    const reasons = reasonsOf(error);
    const reason = reasons.find((name) => Object.hasOwn(ADVICE_BY_REASON, name)) ?? reasons.at(-1);
    const advice = ADVICE_BY_REASON[reason ?? ''] ?? NETWORK_HINT;
    const shown = reason === undefined ? '' : ` (${reason})`;
    return new StartError(`${server} cannot be reached${shown}. ${advice}`, 2, { cause: error });
  }
  return error;
}

function rejection({ message, status, code, requestId }: FlowardenError, server: string): string {
  if (code === 'unknown')
    return `${server} answered ${status}, but not as the service does. Check the address: a proxy may answer in its place.`;
  const advice = ADVICE_BY_CODE[code] ?? ADVICE_BY_STATUS[status];
  const request = requestId === null ? '' : `, request ${requestId}`;
  return `The service answered ${status} ${code}${request}: ${message}${advice === undefined ? '' : ` ${advice}`}`;
}

/** Returns codes, names and messages of the causes of an error, the outermost first. */
function reasonsOf(error: Error): readonly string[] {
  const reasons: string[] = [];
  let cause = error.cause;
  for (let depth = 0; depth < CAUSES_MAX && cause instanceof Error; depth += 1) {
    const { code } = cause as NodeJS.ErrnoException;
    reasons.push(
      ...(typeof code === 'string' ? [code] : [cause.name === 'Error' ? cause.message : cause.name]),
    );
    if (cause.message === 'unexpected redirect') reasons.push(cause.message);
    cause = cause instanceof AggregateError ? cause.errors[0] : cause.cause;
  }
  return reasons;
}
