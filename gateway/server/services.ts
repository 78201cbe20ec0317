/** What the gateway's parts are given at the start: the only things that they share. */
import type { Logger } from 'pino';
import type { Tracer } from '../../src/infra/telemetry/tracer.ts';
import type { Core } from '../core/client.ts';
import type { ClientAddress, Origin } from '../core/client-address.ts';
import type { Readiness } from '../core/readiness.ts';
import type { BodyTimes } from '../request/body-limits.ts';
import type { UploadMemory } from '../request/upload-memory.ts';
import type { UnreadAnswers } from '../response/unread-answers.ts';
import type { Metrics } from './metrics.ts';

/** What the application needs. */
export interface GatewayServices {
  readonly core: Core;
  readonly readiness: () => Promise<Readiness>;
  /** What links in answers start with, without a slash at the end. */
  readonly baseUrl: string;
  readonly originOf: Origin;
  readonly clientAddressOf: ClientAddress;
  readonly unreadAnswers: UnreadAnswers;
  readonly uploadMemory: UploadMemory;
  readonly bodyTimes: BodyTimes;
  readonly metrics: Metrics;
  readonly log: Logger;
  /** Null: nobody collects traces. */
  readonly tracer: Tracer | null;
  /** Aborted when the gateway is about to stop. */
  readonly draining: AbortSignal;
}
