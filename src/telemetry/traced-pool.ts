/** Analyses as two spans: the wait for a thread, and the work in it. */
import type { AnalysisPool, RunOptions } from '../pool.ts';
import { failureOf, type Span, type Tracer } from './tracer.ts';

/** The same threads. */
export function tracedPool(pool: AnalysisPool, tracer: Tracer | null): AnalysisPool {
  if (tracer === null) return pool;
  return {
    ...pool,
    analyse: (task, options) =>
      inTwo(tracer, 'analyse', options, async (told, span) => {
        const bytes = task.bytes.byteLength;
        const report = await pool.analyse(task, { ...options, ...told });
        span().set({
          'flowarden.platform': report.platform,
          'flowarden.file.size': bytes,
          'flowarden.findings': report.summary.total,
        });
        return report;
      }),
    judge: (task, options) =>
      inTwo(tracer, 'judge project', options, (told) => pool.judge(task, { ...options, ...told })),
  };
}

async function inTwo<Result>(
  tracer: Tracer,
  name: string,
  { onStart }: RunOptions,
  work: (told: Pick<RunOptions, 'onStart'>, span: () => Span) => Promise<Result>,
): Promise<Result> {
  const waiting = tracer.start({ name: 'wait for a thread' });
  const startMs = Date.now();
  let span: Span | null = null;
  const begun = (since?: number) => {
    waiting.end();
    span ??= tracer.start({ name, ...(since === undefined ? {} : { startMs: since }) });
    return span;
  };
  const heard = () => {
    begun();
    onStart?.();
  };
  // Who is done before its beginning has been heard of has not waited.
  const running = () => span ?? begun(startMs);
  try {
    const result = await work({ onStart: heard }, running);
    running().end();
    return result;
  } catch (error) {
    (span ?? waiting).end(failureOf(error));
    throw error;
  }
}
