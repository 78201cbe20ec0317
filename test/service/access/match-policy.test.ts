/** Match of verified identity tokens with trust policies: claims of others, each rejected with its reason. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { JWTPayload } from 'jose';
import { matchesGlob } from '../../../src/service/access/trust/glob.ts';
import {
  matchPolicy,
  type StoredPolicy as TrustPolicy,
} from '../../../src/service/access/trust/match-policy.ts';

const AUDIENCE = 'https://flowarden.example/orgs/0190d5a4-7c1e-7a3b-9f00-3f2a1b4c5d6e';
const NOW = new Date('2026-11-23T12:00:00Z');
const GITHUB = 'https://token.actions.githubusercontent.com';
const base = { conditions: {}, expiresAt: null };
const github: TrustPolicy = {
  ...base,
  id: 'g',
  provider: 'github',
  issuer: GITHUB,
  pins: { repository_owner_id: '11', repository_id: '22' },
  conditions: { ref: 'refs/heads/*' },
};
const gitlab: TrustPolicy = {
  ...base,
  id: 'l',
  provider: 'gitlab',
  issuer: 'https://gitlab.com',
  pins: { project_id: '7' },
};
const entra: TrustPolicy = {
  ...base,
  id: 'e',
  provider: 'entra',
  issuer: 'https://login.example/t',
  pins: { tid: 't', oid: 'o', aud: 'app' },
};
const JOB = 'https://ci.example/job/a';
const jenkins: TrustPolicy = {
  ...base,
  id: 'j',
  provider: 'jenkins',
  issuer: 'https://ci.example',
  pins: { sub: JOB },
};
const ofGithub: JWTPayload = {
  iss: GITHUB,
  aud: AUDIENCE,
  repository_owner_id: '11',
  repository_id: '22',
  repository: 'acme/robots',
  ref: 'refs/heads/main',
  event_name: 'push',
};
const ofGitlab = { iss: gitlab.issuer, aud: AUDIENCE, project_id: '7', job_project_id: '7' };
const ofEntra = { iss: entra.issuer, aud: 'app', tid: 't', oid: 'o' };
const ofJenkins = { iss: jenkins.issuer, aud: AUDIENCE, sub: JOB };

const PROVIDERS = new Map([github, gitlab, entra, jenkins].map((policy) => [policy.issuer, policy.provider]));
const match = (policies: readonly TrustPolicy[], claims: JWTPayload) => {
  const { iss = '', aud = '' } = claims;
  const issuer = { provider: PROVIDERS.get(iss) ?? 'github', url: iss };
  const token = { issuer, audience: String(aud), claims };
  return matchPolicy(policies, token, { audience: AUDIENCE, now: NOW });
};

const onMain: TrustPolicy = { ...gitlab, conditions: { ref: 'main' } };
const ofBranch = { ...ofGitlab, ref: 'main', ref_type: 'branch', ref_protected: 'true' };

describe('the match of an identity token', () => {
  it('takes ref of GitLab for a branch unless the policy tests its kind', () => {
    const release: TrustPolicy = { ...gitlab, conditions: { ref: 'v*', ref_type: 'tag' } };
    const ofTag = { ...ofBranch, ref: 'v1', ref_type: 'tag' };
    assert.equal(match([onMain], ofBranch).policy, onMain);
    assert.equal(match([release], ofTag).policy, release);
    assert.equal(match([{ ...gitlab, conditions: {} }], ofTag).reasons, null);
  });

  for (const [policy, claims] of [
    [github, ofGithub],
    [gitlab, ofGitlab],
    [entra, ofEntra],
    [jenkins, ofJenkins],
  ] as const)
    it(`accepts the claims of ${policy.provider} that fulfil the policy`, () => {
      assert.equal(match([policy], claims).policy, policy);
    });

  const pinned = (pins: Record<string, string>): TrustPolicy => ({ ...github, pins });
  const forged: readonly (readonly [string, TrustPolicy, JWTPayload, RegExp])[] = [
    ['another organisation as audience', github, { ...ofGithub, aud: `${AUDIENCE}0` }, /aud/],
    ['another issuer', github, { ...ofGithub, iss: 'https://evil.example' }, /no policy/],
    [
      'user info in the issuer',
      github,
      { ...ofGithub, iss: 'https://a@token.actions.githubusercontent.com' },
      /no policy/,
    ],
    ['a recycled name with another id', github, { ...ofGithub, repository_id: '23' }, /repository_id/],
    ['another owner', github, { ...ofGithub, repository_owner_id: '12' }, /owner_id/],
    ['a number as id', github, { ...ofGithub, repository_id: 22 }, /repository_id/],
    ['a list as id', github, { ...ofGithub, repository_id: ['22'] }, /repository_id/],
    ['no id', github, { ...ofGithub, repository_id: undefined }, /repository_id/],
    ['a tag as ref', github, { ...ofGithub, ref: 'refs/tags/v1' }, /ref does/],
    ['a list as ref', github, { ...ofGithub, ref: ['refs/heads/main'] }, /ref does/],
    ['no ref', github, { ...ofGithub, ref: undefined }, /ref does/],
    [
      'a policy for another CI system than the issuer',
      { ...jenkins, issuer: GITHUB },
      { ...ofGithub, sub: JOB },
      /another CI system/,
    ],
    ['an expired policy', { ...github, expiresAt: NOW }, ofGithub, /expired/],
    [
      'a policy without the id of the repository',
      pinned({ repository_owner_id: '11' }),
      ofGithub,
      /required pin/,
    ],
    [
      'a policy on sub alone',
      pinned({ sub: 'repo:acme/robots' }),
      { ...ofGithub, sub: 'repo:acme/robots' },
      /required pin/,
    ],
    [
      'a condition on sub',
      { ...github, conditions: { sub: '*' } },
      { ...ofGithub, sub: 'x' },
      /unlisted claim sub/,
    ],
    ['a tag that has the name of the branch', onMain, { ...ofBranch, ref_type: 'tag' }, /ref_type does/],
    ['a ref without its kind', onMain, { ...ofBranch, ref_type: undefined }, /ref_type does/],
    [
      'a ref that is not protected',
      { ...gitlab, conditions: { ref_protected: 'true' } },
      { ...ofBranch, ref_protected: 'false' },
      /ref_protected does/,
    ],
    ['another tenant of Entra', entra, { ...ofEntra, tid: 'u' }, /tid/],
    ['another object of Entra', entra, { ...ofEntra, oid: 'p' }, /oid/],
    ['another application of Entra', entra, { ...ofEntra, aud: 'api://AzureADTokenExchange' }, /aud/],
    ['another job of Jenkins', jenkins, { ...ofJenkins, sub: `${JOB}b` }, /sub/],
  ];
  for (const [title, policy, claims, reason] of forged)
    it(`rejects ${title}`, () => {
      const { policy: found, reasons } = match([policy], claims);
      assert.equal(found, null);
      assert.match(reasons?.join() ?? '', reason);
    });

  it('takes the star of a condition for any characters, and no other sign for more than itself', () => {
    for (const [glob, text, isMatch] of [
      ['refs/heads/*', 'refs/heads/', true],
      ['a*a', 'a', false],
      ['a*b*c', 'a-b-b-c', true],
      ['a*b*c', 'a-c-b', false],
      ['a.c', 'abc', false],
      ['*', '', true],
      ['', 'a', false],
      [`${'*a'.repeat(500)}b`, 'a'.repeat(8_000), false],
    ] as const)
      assert.equal(matchesGlob(glob, text), isMatch, `${glob} ${text}`.slice(0, 40));
  });

  it('prefers the policy with most pins and conditions', () => {
    const wide = { ...github, id: 'a', conditions: {} };
    assert.equal(match([wide, github], ofGithub).policy, github);
  });
});
