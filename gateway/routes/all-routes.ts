/** REST endpoints, in the order of the reference. */

import type { Config } from '../../src/infra/settings/config.ts';
import type { Route } from '../endpoint/route.ts';
import { platforms } from './catalogue/platforms.ts';
import { rule } from './catalogue/rule.ts';
import { rules } from './catalogue/rules.ts';
import { findingCounts, findings } from './estate/findings.ts';
import { statistics } from './estate/statistics.ts';
import { removeWorkflow, workflow, workflowHistory, workflows } from './estate/workflows.ts';
import { evidence } from './evidence/evidence.ts';
import { approveException, rejectException, revokeException } from './exceptions/exception-decisions.ts';
import { getException, listExceptions, requestException } from './exceptions/exceptions.ts';
import { decideExceptions, previewException } from './exceptions/many-exceptions.ts';
import { feed } from './feed/feed.ts';
import { feedCounts } from './feed/feed-counts.ts';
import { feedStream } from './feed/feed-stream.ts';
import { feedSummary } from './feed/feed-summary.ts';
import { resultChecks, resultFinding, resultFindings } from './findings/findings.ts';
import { demoLeadChallenge } from './free-scans/demo-lead-challenge.ts';
import { demoLeads } from './free-scans/demo-leads.ts';
import { deleteDemoScan, demoScan, demoScanDetails, demoScanOutline } from './free-scans/demo-scan.ts';
import { demoValidate } from './free-scans/demo-validate.ts';
import {
  createApiKey,
  getApiKey,
  listApiKeys,
  revokeApiKey,
  rotateApiKey,
  updateApiKey,
} from './organisation/api-keys.ts';
import { auditLog, auditVerification } from './organisation/audit-log.ts';
import {
  createEnvironment,
  deleteEnvironment,
  getEnvironment,
  listEnvironments,
  updateEnvironment,
} from './organisation/environments.ts';
import { inviteMember } from './organisation/member-invitation.ts';
import { addMember, getMember, listMembers, removeMember, updateMember } from './organisation/members.ts';
import { getOrganisationSettings, updateOrganisationSettings } from './organisation/organisation-settings.ts';
import {
  createTrustPolicy,
  deleteTrustPolicy,
  getTrustPolicy,
  listTrustPolicies,
  updateTrustPolicy,
} from './organisation/trust-policies.ts';
import { usage } from './organisation/usage.ts';
import { acceptInvitation, changePassword, updateAccount } from './people/account.ts';
import { startProviderSignIn } from './people/provider-sign-in.ts';
import {
  endOtherSessions,
  endSession,
  getSession,
  listSessions,
  reauthenticate,
  signOut,
} from './people/sessions.ts';
import { readSignInLink, signIn, signInOptions, useSignInLink } from './people/sign-in.ts';
import { explainPolicyRule, getEffectivePolicy } from './policies/effective-policy.ts';
import { assignPolicyPack, listPolicyAssignments } from './policies/policy-assignments.ts';
import { getPolicyDryRun, startPolicyDryRun } from './policies/policy-dry-runs.ts';
import { createPolicyKey, deletePolicyKey, listPolicyKeys } from './policies/policy-keys.ts';
import {
  getPolicyBundle,
  getPolicyPack,
  listPolicyPacks,
  publishPolicyPack,
} from './policies/policy-packs.ts';
import { callGraph } from './projects/call-graph.ts';
import { listProjects } from './projects/project-list.ts';
import { getProject, submitProject } from './projects/projects.ts';
import { health } from './service/health.ts';
import { ready } from './service/ready.ts';
import { inventory } from './validations/inventory.ts';
import { outline } from './validations/outline.ts';
import { picture } from './validations/picture.ts';
import { cancelResult, result } from './validations/result.ts';
import { validate } from './validations/validate.ts';
import { validateAsync } from './validations/validate-async.ts';
import { validations } from './validations/validations.ts';
import { getCallbackSecret, rotateCallbackSecret } from './webhooks/callback-secret.ts';
import {
  getDelivery,
  listDeliveries,
  recoverDeliveries,
  redeliver,
  testOrgWebhook,
} from './webhooks/deliveries.ts';
import {
  createOrgWebhook,
  deleteOrgWebhook,
  getOrgWebhook,
  listOrgWebhooks,
  rotateOrgWebhook,
  updateOrgWebhook,
} from './webhooks/org-webhooks.ts';

export const ROUTES: readonly Route[] = [
  validate,
  validateAsync,
  submitProject,
  getProject,
  listProjects,
  callGraph,
  result,
  cancelResult,
  resultFindings,
  resultFinding,
  resultChecks,
  validations,
  feed,
  feedCounts,
  feedSummary,
  feedStream,
  inventory,
  outline,
  workflows,
  workflow,
  removeWorkflow,
  workflowHistory,
  findings,
  findingCounts,
  picture,
  statistics,
  evidence,
  rules,
  rule,
  platforms,
  getOrganisationSettings,
  updateOrganisationSettings,
  listEnvironments,
  createEnvironment,
  getEnvironment,
  updateEnvironment,
  deleteEnvironment,
  requestException,
  listExceptions,
  decideExceptions,
  previewException,
  getException,
  approveException,
  rejectException,
  revokeException,
  addMember,
  listMembers,
  getMember,
  updateMember,
  removeMember,
  inviteMember,
  signInOptions,
  readSignInLink,
  signIn,
  useSignInLink,
  startProviderSignIn,
  getSession,
  reauthenticate,
  signOut,
  listSessions,
  endSession,
  endOtherSessions,
  updateAccount,
  changePassword,
  acceptInvitation,
  createApiKey,
  listApiKeys,
  getApiKey,
  updateApiKey,
  rotateApiKey,
  revokeApiKey,
  listTrustPolicies,
  createTrustPolicy,
  getTrustPolicy,
  updateTrustPolicy,
  deleteTrustPolicy,
  listPolicyPacks,
  publishPolicyPack,
  getPolicyPack,
  getPolicyBundle,
  getEffectivePolicy,
  explainPolicyRule,
  startPolicyDryRun,
  getPolicyDryRun,
  listPolicyKeys,
  createPolicyKey,
  deletePolicyKey,
  listPolicyAssignments,
  assignPolicyPack,
  auditLog,
  auditVerification,
  usage,
  demoValidate,
  demoScan,
  demoScanOutline,
  demoScanDetails,
  deleteDemoScan,
  demoLeadChallenge,
  demoLeads,
  createOrgWebhook,
  listOrgWebhooks,
  getOrgWebhook,
  updateOrgWebhook,
  deleteOrgWebhook,
  rotateOrgWebhook,
  testOrgWebhook,
  listDeliveries,
  getDelivery,
  redeliver,
  recoverDeliveries,
  getCallbackSecret,
  rotateCallbackSecret,
  health,
  ready,
];

/** Returns the endpoints of a gateway with these settings. */
export function routesOf({ freeScanner }: Pick<Config, 'freeScanner'>): readonly Route[] {
  return freeScanner ? ROUTES : ROUTES.filter(({ tag }) => tag !== 'Free scanner');
}
