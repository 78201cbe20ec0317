/** A service that gets many times what it allows, for some seconds: nothing breaks, and nothing is lost. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { describe, it } from 'node:test';
import { soak } from '../../bench/soak/soak.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

describe('a service that cannot be soaked', () => {
  it('leaves nothing behind', async (test) => {
    const folder = temporaryFolder();
    const { TMPDIR } = process.env;
    test.after(() => (TMPDIR === undefined ? delete process.env.TMPDIR : (process.env.TMPDIR = TMPDIR)));
    process.env.TMPDIR = folder;
    await assert.rejects(soak({ seconds: 1, overload: 1, limitFactor: -1 }), /FLOWARDEN_LIMIT_FACTOR/);
    assert.deepEqual(readdirSync(folder), []);
  });
});

describe('a flood', () => {
  it('is answered, rejected where it must be, and worked off', { timeout: 240_000 }, async () => {
    const { checks } = await soak({ seconds: 8, overload: 8, limitFactor: 0.1 });
    const broken = checks.filter(({ isMeasured, passed }) => !isMeasured && !passed);
    assert.ok(checks.length > 15);
    assert.deepEqual(
      broken.map(({ name, found }) => `${name}: ${found}`),
      [],
    );
  });
});
