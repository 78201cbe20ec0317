/** Costly texts before a secret, sent as a user sends them: the real threads with their real clock must still block. */
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { uipath } from '../../../src/analysis/platforms/uipath/index.ts';
import { call } from '../../gateway/support/api.ts';
import { startTestGateway } from '../../gateway/support/support.ts';
import { testCore } from '../../support/service/core.ts';
import { headers } from '../../support/service/project-service.ts';

const core = await testCore();
const gateway = await startTestGateway({ corePort: core.server.port });
after(() => gateway.stop());
const who = await core.identity();

const repeat = (text: string, length: number): string =>
  text.repeat(Math.ceil(length / text.length)).slice(0, length);
const times = (count: number, make: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => make(i)).join('');
// Put together at run time, so that no scanner takes this file for a leak.
const LIVE_KEY = ['sk', 'live', 'b7Qm2Zx9Kd4Tn6Vr8Ws3'].join('_');
/** Nearly a token: each part of it is read again and again. */
const NEARLY_TOKENS = repeat(`${repeat('eyJ-', 2_000)}.${repeat('eyJ-', 4_000)}. `, 20_000);

const FILES: readonly [title: string, ruleId: string, steps: string][] = [
  [
    'a password typed in clear behind 40 names of 9 kB',
    'UIP-SEC-008',
    `${times(40, (i) => `<ui:TypeInto DisplayName="d${i}${repeat(" '", 9_000)}x" Text="Nordwind-71" />`)}
     <ui:TypeInto DisplayName="Type password" Text="Nordwind-71" />`,
  ],
  [
    'a live key behind 20 texts of 20 kB',
    'XPL-SEC-001',
    `${times(20, (i) => `<ui:HttpClient DisplayName="d${i}" Body="${NEARLY_TOKENS}" />`)}
     <ui:HttpClient DisplayName="Send" Body="${LIVE_KEY}" />`,
  ],
];

describe('POST /validate in blocking mode', () => {
  for (const [title, ruleId, steps] of FILES)
    it(`answers 422 to ${title}`, async () => {
      const body = new FormData();
      body.set('platform', 'uipath');
      body.set('enforcement_mode', 'blocking');
      body.set('file', new Blob([uipath.snippet(steps)]), 'Main.xaml');
      const answer = await call(gateway, '/api/v1/validate', { method: 'POST', headers: headers(who), body });
      assert.equal(answer.status, 422);
      // Rules that see the same mistake stand in the description of the one that is listed.
      const named = answer.body.findings.some(
        ({ catalogRuleId, description }: { catalogRuleId: string; description: string }) =>
          catalogRuleId === ruleId || description.includes(`Also reported by ${ruleId}`),
      );
      assert.ok(named, answer.text.slice(0, 2_000));
    });
});
