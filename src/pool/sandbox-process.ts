/**
 * The sandbox process for free scans and checks of policy packs: one analysis thread, at the lowest priority. It has nothing that a hostile file could
 * steal, no database and no secrets, and when a file ends it, no other process ends.
 */
import { AppError } from '../errors.ts';
import { crash } from '../infra/logging/output.ts';
import { setLowestPriority } from './lowest-priority.ts';
import { type AnalysisPool, createPool, type RunOptions } from './pool.ts';
import type { SandboxError, SandboxRequest, SandboxResponse, SandboxSetup } from './sandbox-messages.ts';

// Threads that Node started before the core could lower the priority of this process.
setLowestPriority(process.pid);

// The core says when it is time to end, or is gone: a signal to its whole group is meant for the core.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
process.once('disconnect', () => process.exit(0));
process.on('uncaughtException', crash);

const setup = JSON.parse(process.argv[2] ?? '{}') as SandboxSetup;
const starting = createPool({ ...setup, threads: 1, hasSpare: false, onThreadError: () => {} });
const running = new Map<number, AbortController>();
const say = (answer: SandboxResponse) => void process.send?.(answer);

process.on('message', async (question: SandboxRequest) => {
  const { id } = question;
  if (question.kind === 'abandon') {
    running.get(id)?.abort();
    return;
  }
  const controller = new AbortController();
  running.set(id, controller);
  try {
    const pool = await starting;
    const { timeoutMs, tenant } = question;
    const onStart = () => say({ id, state: 'begun' });
    const how = {
      timeoutMs,
      signal: controller.signal,
      onStart,
      ...(tenant === undefined ? {} : { tenant }),
    };
    say({ id, state: 'done', result: await perform(pool, question, how) });
  } catch (error) {
    say({ id, state: 'failed', error: error instanceof AppError ? plain(error) : undefined });
  } finally {
    running.delete(id);
  }
});

function perform(
  pool: AnalysisPool,
  question: Exclude<SandboxRequest, { readonly kind: 'abandon' }>,
  how: RunOptions,
): Promise<unknown> {
  switch (question.kind) {
    case 'analyse':
      return pool.analyse(question.task, how);
    case 'judge':
      return pool.judge(question.task, how);
    case 'checkPack':
      return pool.checkPack(question.task, how);
  }
}

function plain({ code, message, details }: AppError): SandboxError {
  return { code, message, details };
}
