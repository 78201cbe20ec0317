/** Banner of a start: the link that lets a person in is printed on a terminal alone. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type BannerFacts, banner } from '../../src/processes/supervisor/banner.ts';

const LINK = 'http://127.0.0.1:8080/sign-in#t=secret';
const FACTS: BannerFacts = {
  version: '1',
  restUrl: 'http://127.0.0.1:8080',
  grpcAddress: '127.0.0.1:50051',
  dataDir: '/data',
  installRoot: '/app',
  workingDir: '/app',
  hasKey: true,
  signInUrl: LINK,
  isTerminal: true,
  startMs: 1,
};

test('a terminal shows the link of the first person', () => {
  assert.ok(banner(FACTS).includes(`Web    ${LINK}`));
});

test('output that is collected shows the place of the link, and not the link', () => {
  const collected = banner({ ...FACTS, isTerminal: false });
  assert.doesNotMatch(collected, /secret/);
  assert.match(collected, /Web {4}http:\/\/127\.0\.0\.1:8080\/ .*signInUrl in \/data\/first-run\.json/);
});

test('without a file for the link, the command that makes one is named', () => {
  const collected = banner({ ...FACTS, isTerminal: false, hasKey: false });
  assert.doesNotMatch(collected, /secret/);
  assert.match(collected, /flowarden sign-in-link/);
});

test('it shows a command with a report to read, and one with the answer of the API', () => {
  const checkout = banner(FACTS);
  assert.match(checkout, /^ {4}npx flowarden validate samples\/uipath\/Main\.xaml$/m);
  assert.match(checkout, /^ {4}curl -sS .*\/api\/v1\/validate$/m);
  const installed = banner({ ...FACTS, workingDir: '/srv' });
  assert.match(installed, /^ {4}flowarden validate \/app\/samples\/uipath\/Main\.xaml$/m);
});
