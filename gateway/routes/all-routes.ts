/** REST endpoints, in the order of the reference. */

import type { Config } from '../../src/infra/settings/config.ts';
import { type Route, TAGS } from '../endpoint/route.ts';
import { rule } from './catalogue/rule.ts';
import { rules } from './catalogue/rules.ts';
import { DERIVED_ROUTES } from './derived-routes.ts';
import { feedStream } from './feed/feed-stream.ts';
import { resultFindings } from './findings/findings.ts';
import { demoLeads } from './free-scans/demo-leads.ts';
import { demoScanOutline } from './free-scans/demo-scan-outline.ts';
import { demoValidate } from './free-scans/demo-validate.ts';
import { sendCodeOwners } from './organisation/code-owners.ts';
import { removeMember } from './organisation/members.ts';
import { startProviderSignIn } from './people/provider-sign-in.ts';
import { getSession, signOut } from './people/sessions.ts';
import { readSignInLink, signIn, signInOptions, useSignInLink } from './people/sign-in.ts';
import { getPolicyBundle, publishPolicyPack } from './policies/policy-packs.ts';
import { getProject, submitProject } from './projects/projects.ts';
import { health } from './service/health.ts';
import { ready } from './service/ready.ts';
import { sendPushed } from './sources/send-pushed.ts';
import { outline } from './validations/outline.ts';
import { picture } from './validations/picture.ts';
import { result } from './validations/result.ts';
import { validate } from './validations/validate.ts';
import { validateAsync } from './validations/validate-async.ts';

/** Endpoints that are more than a call. */
const WRITTEN_ROUTES: readonly Route[] = [
  validate,
  validateAsync,
  submitProject,
  getProject,
  result,
  resultFindings,
  feedStream,
  outline,
  picture,
  rules,
  rule,
  removeMember,
  sendCodeOwners,
  signInOptions,
  readSignInLink,
  signIn,
  useSignInLink,
  startProviderSignIn,
  getSession,
  signOut,
  publishPolicyPack,
  getPolicyBundle,
  sendPushed,
  demoValidate,
  demoScanOutline,
  demoLeads,
  health,
  ready,
];

/** All endpoints by group; in each group, hand-written ones come first. */
export const ROUTES: readonly Route[] = Object.keys(TAGS).flatMap((tag) =>
  [...WRITTEN_ROUTES, ...DERIVED_ROUTES].filter((route) => route.tag === tag),
);

/** Returns the endpoints of a gateway with these settings. */
export function routesOf({ freeScanner }: Pick<Config, 'freeScanner'>): readonly Route[] {
  return freeScanner ? ROUTES : ROUTES.filter(({ tag }) => tag !== 'Free scanner');
}
