/** Starts the tracing of a process if it is configured. */
import type { TelemetryConfig } from '../settings/telemetry-setting.ts';
import type { Tracer } from './tracer.ts';

/**
 * Starts the tracer; null without settings for one. The SDK is loaded only when tracing is on.
 * @param onFailure called when spans cannot be sent, and again only after some could be
 */
export async function startTracer(
  config: TelemetryConfig | null,
  role: string,
  version: string,
  onFailure: (error: unknown) => void,
): Promise<Tracer | null> {
  if (config === null) return null;
  const { openTracer } = await import('./open-telemetry.ts');
  return openTracer(config, role, version, onFailure);
}
