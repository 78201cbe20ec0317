/** GET /api/v1/demo/lead-challenge: the proof of work that the form of the free scanner sends. */
import { ScannerServiceService } from '../../../src/gen/flowarden/v1/scanner.ts';
import { READ_TIME } from '../../core/client.ts';
import { defineRoute, forAnybody, NOTHING } from '../../endpoint/route.ts';

export const demoLeadChallenge = defineRoute({
  method: 'GET',
  path: '/api/v1/demo/lead-challenge',
  operationId: 'getDemoLeadChallenge',
  tag: 'Free scanner',
  summary: 'Read a proof of work to do',
  description:
    'A puzzle for the browser in which a visitor leaves an address. Find a number so that the SHA-256 of `challenge`, a dot and the number in decimal begins with `bits` zero bits, and send all three as `captcha-response` of the lead. Each challenge counts once.',
  access: forAnybody(ScannerServiceService.getLeadChallenge),
  params: NOTHING,
  query: NOTHING,
  body: null,
  answers: {
    200: {
      description: 'The puzzle.',
      message: 'flowarden.rest.v1.DemoLeadChallengeResponse',
    },
  },
  errors: [],
  async handle({ context }, { core }) {
    const answer = await core.call(ScannerServiceService.getLeadChallenge, {}, context, READ_TIME);
    const { challenge = { challenge: null, bits: null, expiresAt: null }, captcha = null } = answer;
    return { status: 200, body: { ...challenge, captcha } };
  },
});
