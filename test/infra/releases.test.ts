/** Releases that run when something ends. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createReleases } from '../../src/infra/async/releases.ts';

describe('a list of releases', () => {
  it('runs each release once, in their order', () => {
    const releases = createReleases();
    const ran: string[] = [];
    for (const name of ['first', 'second']) releases.add(() => void ran.push(name));
    releases.run();
    releases.run();
    assert.deepEqual(ran, ['first', 'second']);
  });

  it('runs a release at once that is added after the end', () => {
    const releases = createReleases();
    releases.run();
    let ran = 0;
    releases.add(() => void (ran += 1));
    assert.equal(ran, 1);
  });

  it('runs the later releases when an earlier one throws, and then throws its error', () => {
    const releases = createReleases();
    let ran = 0;
    releases.add(() => {
      throw new Error('first');
    });
    releases.add(() => void (ran += 1));
    assert.throws(() => releases.run(), /first/);
    assert.equal(ran, 1);
  });
});
