/** Analyses as two spans: the wait for a thread, and the work in it. */

import { failureOf, type Span, type Tracer } from '../infra/telemetry/tracer.ts';
import type { AnalysisPool } from './pool.ts';

/** The same threads. */
export function tracedPool<Pool extends Pick<AnalysisPool, 'analyse'>>(
  pool: Pool,
  tracer: Tracer | null,
): Pool {
  if (tracer === null) return pool;
  return { ...pool, analyse: tracedAnalyse(pool, tracer) };
}

function tracedAnalyse(pool: Pick<AnalysisPool, 'analyse'>, tracer: Tracer): AnalysisPool['analyse'] {
  return async (task, options) => {
    const waiting = tracer.start({ name: 'wait for a thread' });
    const waitingSinceMs = Date.now();
    const bytes = task.bytes.byteLength;
    let span: Span | null = null;
    const begin = (startMs?: number) => {
      waiting.end();
      span = tracer.start({ name: 'analyse', ...(startMs === undefined ? {} : { startMs }) });
      return span;
    };
    try {
      const onStart = () => {
        begin();
        options.onStart?.();
      };
      const report = await pool.analyse(task, { ...options, onStart });
      // A task that ends before its start is reported has not waited.
      const running = span ?? begin(waitingSinceMs);
      running.set({
        'flowarden.platform': report.platform,
        'flowarden.file.size': bytes,
        'flowarden.findings': report.summary.total,
      });
      running.end();
      return report;
    } catch (error) {
      (span ?? waiting).end(failureOf(error));
      throw error;
    }
  };
}
