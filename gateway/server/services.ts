/** Services that the parts of the gateway share, created at the start. */
import type { Logger } from 'pino';
import type { Tracer } from '../../src/infra/telemetry/tracer.ts';
import type { Core } from '../core/client.ts';
import type { ClientAddress, Origin } from '../core/client-address.ts';
import type { Readiness } from '../core/readiness.ts';
import type { UploadMemory } from '../core/uploads/upload-memory.ts';
import type { WebApp } from '../pages/app/web-app.ts';
import type { BodyTimes } from '../request/body-limits.ts';
import type { DiscardBudget } from '../request/discard-body.ts';
import type { UnreadAnswers } from '../response/unread-answers.ts';
import type { Metrics } from './metrics.ts';

/** Services of the application. */
export interface GatewayServices {
  readonly core: Core;
  readonly readiness: () => Promise<Readiness>;
  /** Prefix of all links, without a trailing slash. */
  readonly baseUrl: string;
  readonly originOf: Origin;
  readonly clientAddressOf: ClientAddress;
  readonly unreadAnswers: UnreadAnswers;
  readonly uploadMemory: UploadMemory;
  readonly discardBudget: DiscardBudget;
  readonly bodyTimes: BodyTimes;
  readonly metrics: Metrics;
  readonly webApp: WebApp;
  /** Folder of the files at `/downloads/`. */
  readonly downloadsFolder: string;
  /** Origin of the captcha provider for visitors of the free scanner; null: none. */
  readonly captchaOrigin: string | null;
  readonly log: Logger;
  /** Null when tracing is off. */
  readonly tracer: Tracer | null;
  /** Aborted when the gateway is about to stop. */
  readonly draining: AbortSignal;
}
