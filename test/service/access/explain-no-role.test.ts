/** Explanation for the owner of a token without a role. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { JWTPayload } from 'jose';
import { MEMBER_ROLES } from '../../../src/contract/member.ts';
import { explainNoRole } from '../../../src/service/access/tokens/explain-no-role.ts';

const ORG = '0190d5a4-7c1e-7a3b-9f00-3f2a1b4c5d6e';
const OTHER = '0190d5a4-7c1e-7a3b-9f00-000000000000';
const CLAIMS = { orgClaim: 'https://acme.example/orgs', roleClaim: 'acme_role' };

type Case = readonly [claims: string, payload: JWTPayload, claim: string | null, message: RegExp];

describe('a token where a claim decides', () => {
  const org = CLAIMS.orgClaim;
  const cases: readonly Case[] = [
    ['without the claim', {}, org, /claim "https:\/\/acme\.example\/orgs" is missing/],
    ['with null for the claim', { [org]: null }, org, /is missing/],
    ['of another organisation', { [org]: [OTHER] }, org, new RegExp(`does not name organisation ${ORG}`)],
    ['with a number for the claim', { [org]: 7 }, org, /does not name/],
    ['without a role', { [org]: ORG }, 'acme_role', /claim "acme_role" is missing in the token/],
    ['with no role in the list', { [org]: ORG, acme_role: [] }, 'acme_role', /"acme_role" is missing/],
    [
      'with an unknown role',
      { [org]: [ORG], acme_role: 'owner' },
      'acme_role',
      /is "owner", which is no role/,
    ],
    ['with unknown roles', { [org]: ORG, acme_role: ['a', 'b'] }, 'acme_role', /is \["a","b"\], which is no/],
    ['with a role in other capitals', { [org]: ORG, acme_role: 'Admin' }, 'acme_role', /is "Admin"/],
    [
      'with an unknown role in the object',
      { [org]: { [ORG]: 'root' } },
      org,
      /orgs" is "root", which is no role/,
    ],
    [
      'without a role in the object',
      { [org]: { [ORG.toUpperCase()]: null } },
      org,
      /is missing in the token/,
    ],
    ['with another organisation in the object', { [org]: { [OTHER]: 'admin' } }, org, /does not name/],
  ];
  for (const [claims, payload, claim, message] of cases) {
    it(`names the claim to set, ${claims}`, () => {
      const answer = explainNoRole(payload, CLAIMS, ORG);
      assert.equal(answer.claim, claim);
      assert.match(answer.message, message);
      assert.doesNotMatch(answer.message, new RegExp(OTHER));
    });
  }

  it('gets the list of roles', () => {
    const { message } = explainNoRole({ [org]: ORG, acme_role: 'owner' }, CLAIMS, ORG);
    assert.ok(message.includes(`one of ${MEMBER_ROLES.join(', ')}.`), message);
  });

  it('is shown its own value cut and without control characters', () => {
    const { message } = explainNoRole(
      { [org]: ORG, acme_role: `\u001b[2J\u202e${'x'.repeat(5_000)}` },
      CLAIMS,
      ORG,
    );
    assert.ok(message.length < 300);
    assert.doesNotMatch(message, /[\p{Cc}\p{Cf}]/u);
  });
});

describe('a token where the store holds the members', () => {
  const stored = { orgClaim: null, roleClaim: 'role' };
  const cases: readonly Case[] = [
    ['without an address', { sub: 'auth0|1' }, 'email', /claim "email" is missing.*subject "auth0\|1"/],
    [
      'with an address of other letters than ASCII',
      { sub: 's', email: '\u212Aim@b', email_verified: true },
      'email',
      /ASCII letters/,
    ],
    ['with an address alone', { sub: 's', email: 'a@b' }, 'email_verified', /"email_verified" is missing/],
    [
      'with an unverified address',
      { sub: 's', email: 'a@b', email_verified: false },
      'email_verified',
      /is false and not true/,
    ],
    [
      'with a text for true',
      { sub: 's', email: 'a@b', email_verified: 'true' },
      'email_verified',
      /is "true" and not true/,
    ],
    [
      'with a verified address',
      { sub: 's', email: 'a@b', email_verified: true },
      null,
      /of no member.*subject "s" or by the address "a@b"/,
    ],
  ];
  for (const [claims, payload, claim, message] of cases) {
    it(`says what to do ${claims}`, () => {
      const answer = explainNoRole(payload, stored, ORG);
      assert.equal(answer.claim, claim);
      assert.match(answer.message, message);
    });
  }
});
