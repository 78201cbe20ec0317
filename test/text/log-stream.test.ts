/** Logs whose reader stalls. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, describe, it } from 'node:test';

const LINES = 20_000;
const folder = mkdtempSync(join(tmpdir(), 'flowarden-log-'));
after(() => rmSync(folder, { recursive: true, force: true }));

/** A process that logs more than any pipe holds, then says over IPC that it lives; it ends on a message. */
function startWriter() {
  const program = join(folder, 'writer.ts');
  const log = join(import.meta.dirname, '../../src/infra/logging/log.ts');
  writeFileSync(
    program,
    `import { createLogger } from ${JSON.stringify(log)};
     const log = createLogger('info', 'writer');
     for (let i = 0; i < ${LINES}; i += 1) log.info({ i, padding: 'x'.repeat(200) }, 'a line');
     process.send('alive');
     process.on('message', (message) => {
       if (message === 'exit') process.exit(0);
       process.disconnect();
     });`,
  );
  return spawn(process.execPath, [program], { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
}

describe('a process whose log is not read', () => {
  it('goes on, ends on request, and logs the number of dropped lines', async () => {
    const writer = startWriter();
    assert.deepEqual((await once(writer, 'message'))[0], 'alive');
    writer.send('go on');
    const lines = (await text(writer.stderr!))
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    const { droppedLines, level, role } = lines.at(-1);
    assert.deepEqual({ level, role }, { level: 'warn', role: 'writer' });
    assert.ok(droppedLines > 0);
    assert.equal(lines.length - 1 + droppedLines, LINES, 'every line was written or counted');
  });
  it('ends at once when it is stopped', async () => {
    const writer = startWriter();
    await once(writer, 'message');
    writer.send('exit');
    assert.deepEqual(await once(writer, 'exit'), [0, null]);
  });
});
