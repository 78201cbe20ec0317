/** The core is killed while callers come through the gateway: they hardly notice. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { GATEWAY_LIMITS } from '../../gateway/limits.ts';
import { PS_ABSENT, rolePid } from '../support/service/role-pid.ts';
import { startService } from '../support/service/service.ts';

const ROOT = join(import.meta.dirname, '../..');
const SAMPLE = join(ROOT, 'samples/uipath/Main.xaml');
/** Answers before the core is killed, and after it is back. */
const ANSWERS = 20;
/** In the middle of a call. */
const KILLED_AFTER_MS = 200;
/** It is back in about a second on a quiet machine; how quiet this one is, is not what is tested. */
const PATIENCE_MS = 90_000;

const { serve, run } = await startService({ FLOWARDEN_LIMIT_FACTOR: '0' });

describe('a core that is killed', { skip: PS_ABSENT }, () => {
  async function validate(): Promise<Response> {
    const form = new FormData();
    form.set('platform', 'uipath');
    form.set('file', new Blob([readFileSync(SAMPLE)]), basename(SAMPLE));
    const headers = {
      authorization: `ApiKey ${run.apiKey}`,
      'x-org-id': run.orgId,
      'idempotency-key': randomUUID(),
    };
    const answer = await fetch(`${run.restUrl}/api/v1/validate`, { method: 'POST', headers, body: form });
    await answer.arrayBuffer();
    return answer;
  }

  async function read(path: string) {
    const headers = { authorization: `ApiKey ${run.apiKey}`, 'x-org-id': run.orgId };
    return (await fetch(`${run.restUrl}${path}`, { headers })).json() as Promise<Record<string, unknown>>;
  }
  const used = async () => (await read('/api/v1/usage')).used;
  /** Counts the validations of the feed. */
  async function countStored(): Promise<number> {
    let count = 0;
    let cursor: unknown = '';
    while (cursor !== null) {
      const page = await read(`/api/v1/validations?pageSize=200${cursor === '' ? '' : `&cursor=${cursor}`}`);
      count += (page.validations as unknown[]).length;
      cursor = page.nextCursor;
    }
    return count;
  }

  it('is back at once: callers of the gateway see at most one error, and that one says to try again', async (t) => {
    assert.equal((await validate()).status, 200);
    const core = rolePid(serve.child.pid!, 'core');
    const failures: Response[] = [];
    let answered = 0;
    async function answers(wanted: number): Promise<void> {
      const untilMs = performance.now() + PATIENCE_MS;
      for (let got = 0; got < wanted; ) {
        assert.ok(performance.now() < untilMs, `${answered} answers, then none for ${PATIENCE_MS} ms`);
        const answer = await validate();
        if (answer.status === 200) got += 1;
        else failures.push(answer);
      }
      answered += wanted;
    }
    await answers(ANSWERS);
    const killing = sleep(KILLED_AFTER_MS).then(() => process.kill(core, 'SIGKILL'));
    let killedMs = 0;
    void killing.then(() => {
      killedMs = performance.now();
    });
    while (killedMs === 0) await answers(1);
    await answers(1);
    const gapMs = performance.now() - killedMs;
    await answers(ANSWERS);
    t.diagnostic(`${Math.round(gapMs)} ms without an answer`);
    assert.notEqual(rolePid(serve.child.pid!, 'core'), core, 'another process serves now');
    // A caller waits for the core for a while before it gets an error.
    const expected = 1 + Math.floor(gapMs / GATEWAY_LIMITS.coreReturnValidateMsMax);
    assert.ok(failures.length <= expected, `${failures.map(({ status }) => status)} in ${gapMs} ms`);
    for (const { status, headers } of failures) {
      assert.equal(status, 503);
      assert.ok(Number(headers.get('retry-after')) >= 1);
    }
    // The first one, those that were watched, and perhaps those whose answer was lost.
    const count = await countStored();
    assert.ok(
      count > answered && count <= 1 + answered + failures.length,
      `${count} beside ${answered} answers`,
    );
    assert.equal(await used(), count, 'what is kept has been counted, and nothing else');
    serve.child.kill('SIGTERM');
    assert.equal(await serve.ended, 0, serve.output());
  });
});
