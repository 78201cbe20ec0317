/** A service that gets many times what it allows, for a quarter of a minute: nothing breaks, and nothing is lost. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { soak } from '../scripts/soak/soak.ts';

describe('a flood', () => {
  it('is answered, refused where it must be, and worked off', { timeout: 240_000 }, async () => {
    const { checks } = await soak({ seconds: 15, overload: 8, limitFactor: 0.1 });
    const broken = checks.filter(({ isMeasured, passed }) => !isMeasured && !passed);
    assert.ok(checks.length > 15);
    assert.deepEqual(
      broken.map(({ name, found }) => `${name}: ${found}`),
      [],
    );
  });
});
