/** Paths that a sign-in returns to. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { ownPath } from '../../../src/service/access/oidc/own-path.ts';

const PIECES = [
  '/',
  '//',
  '\\',
  '.',
  '..',
  '%2e',
  '%2E%2e',
  '%2f',
  '%5c',
  'evil.test',
  ':',
  '@',
  '?',
  '#',
  '\t',
  '\n',
  ' ',
  'a',
];

describe('the page after a sign-in', () => {
  it('is at the origin of the installation, for any requested path', () => {
    const hostile = fc
      .array(fc.constantFrom(...PIECES), { maxLength: 12 })
      .map((pieces) => `/${pieces.join('')}`);
    fc.assert(
      fc.property(fc.oneof(hostile, fc.string(), fc.webUrl()), (requested) => {
        const path = ownPath(requested);
        assert.equal(new URL(path, 'https://flowarden.example').origin, 'https://flowarden.example');
        assert.match(path, /^\/(?![/\\])/);
      }),
      { numRuns: 2_000 },
    );
  });

  it('is the one that was requested', () => {
    for (const path of ['/', '/feed', '/validations?page=2', '/rules/XPL-SEC-001?q=a//b', '/a//b'])
      assert.equal(ownPath(path), path);
    assert.equal(ownPath('/a/../feed'), '/feed');
  });
});
