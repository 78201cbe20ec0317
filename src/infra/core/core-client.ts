/** gRPC client of the jobs for the cores, which analyse the files. Its channel opens at the first job. */
import { Client, type ClientOptions, Metadata, type ServiceError, status } from '@grpc/grpc-js';
import type { Complete } from '../../contract/complete.ts';
import { INFRA_LIMITS } from '../limits.ts';
import { type CoreAccess, PLAIN_ACCESS } from '../tls/core-credentials.ts';
import { CORE_CHANNEL_OPTIONS, coreTarget } from './core-channel.ts';
import { lostUnlessCancelled } from './lost-call.ts';
import { peerTokens } from './peer-token.ts';

/** Longest pause before the jobs try again to reach an unavailable core. */
const CORE_RECONNECT_MS_MAX = 1_000;

/** Method of a generated service definition. */
export interface UnaryMethod<Request, Response> {
  readonly path: string;
  readonly requestSerialize: (request: Request) => Buffer;
  readonly responseDeserialize: (bytes: Buffer) => Response;
}

/** Options of a call. */
export interface CallHow {
  readonly signal: AbortSignal;
  readonly timeMsMax: number;
  /** Metadata of the call. */
  readonly headers?: Readonly<Record<string, string>>;
}

export interface CoreClient {
  /**
   * Calls a method for peers. Waits for a core that is away; a call whose core is lost in between rejects, and may
   * have taken effect.
   * @throws grpc-js's ServiceError; see `isCoreLost`
   */
  call<Request, Response>(
    method: UnaryMethod<Request, Response>,
    request: Complete<Request>,
    how: CallHow,
  ): Promise<Response>;
  close(): void;
}

const CHANNEL_OPTIONS: ClientOptions = {
  ...CORE_CHANNEL_OPTIONS,
  'grpc.keepalive_time_ms': INFRA_LIMITS.rpcKeepaliveMs,
  'grpc.keepalive_timeout_ms': INFRA_LIMITS.rpcKeepaliveTimeoutMs,
  'grpc.initial_reconnect_backoff_ms': INFRA_LIMITS.restartBackoffMsMin,
  'grpc.max_reconnect_backoff_ms': CORE_RECONNECT_MS_MAX,
};

/** Creates the client of the cores at these addresses (see `coreTarget`), which hold the same keys. */
export function connectCore(
  addresses: string,
  secretsKey: string,
  access: CoreAccess = PLAIN_ACCESS,
): CoreClient {
  let opened: Client | undefined;
  return {
    call(method, request, { signal, timeMsMax, headers = {} }) {
      opened ??= new Client(coreTarget(addresses), access.credentials, {
        ...CHANNEL_OPTIONS,
        ...access.options,
      });
      const metadata = new Metadata({ waitForReady: true });
      metadata.set('x-flowarden-peer', peerTokens(secretsKey).join(','));
      for (const [name, value] of Object.entries(headers)) metadata.set(name, value);
      const { promise, resolve, reject } = Promise.withResolvers<never>();
      const call = opened.makeUnaryRequest(
        method.path,
        method.requestSerialize,
        method.responseDeserialize,
        request as never,
        metadata,
        { deadline: Date.now() + timeMsMax },
        (error, response) =>
          error ? reject(lostUnlessCancelled(error, signal)) : resolve(response as never),
      );
      const cancel = () => call.cancel();
      if (signal.aborted) cancel();
      signal.addEventListener('abort', cancel, { once: true });
      return promise.finally(() => signal.removeEventListener('abort', cancel));
    },
    close: () => opened?.close(),
  };
}

/** Returns whether a call failed because the core, or a dependency of it, is temporarily away. */
export function isCoreLost(error: unknown): boolean {
  return (error as Partial<ServiceError>).code === status.UNAVAILABLE;
}
