/** Begins to collect the traces of a process, where somebody collects them. */
import type { TelemetryConfig } from '../telemetry-setting.ts';
import type { Tracer } from './tracer.ts';

/** Told when spans cannot be sent any more, and again after some could be. */
export type OnExportFailure = (error: unknown) => void;

/** The tracer; null without settings for one. Who does not collect traces does not even load what that takes. */
export async function startTracer(
  config: TelemetryConfig | null,
  role: string,
  version: string,
  onFailure: OnExportFailure,
): Promise<Tracer | null> {
  if (config === null) return null;
  const { openTracer } = await import('./open-telemetry.ts');
  return openTracer(config, role, version, onFailure);
}
