/** Begins to collect the traces of a process, where somebody collects them. */
import type { TelemetryConfig } from '../settings/telemetry-setting.ts';
import type { Tracer } from './tracer.ts';

/**
 * The tracer; null without settings for one. Who does not collect traces does not even load what that takes.
 * @param onFailure told when spans cannot be sent any more, and again after some could be
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
