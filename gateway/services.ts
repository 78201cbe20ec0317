/** What the gateway's parts are given at the start: the only things that they share. */
import type { Logger } from 'pino';
import type { Tracer } from '../src/telemetry/tracer.ts';
import type { BodyTimes } from './body-limits.ts';
import type { Core } from './client.ts';
import type { Metrics } from './metrics.ts';
import type { ClientAddress, Origin } from './origin.ts';
import type { Readiness } from './readiness.ts';
import type { UnreadAnswers } from './unread-answers.ts';
import type { UploadMemory } from './upload-memory.ts';

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
