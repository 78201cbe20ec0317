/** Every REST endpoint, in the order of the reference. */
import type { GatewayConfig } from './config.ts';
import type { Route } from './route.ts';
import {
  createApiKey,
  getApiKey,
  listApiKeys,
  revokeApiKey,
  rotateApiKey,
  updateApiKey,
} from './routes/api-keys.ts';
import { auditLog } from './routes/audit-log.ts';
import { getCallbackSecret, rotateCallbackSecret } from './routes/callback-secret.ts';
import {
  getDelivery,
  listDeliveries,
  recoverDeliveries,
  redeliver,
  testOrgWebhook,
} from './routes/deliveries.ts';
import { demoLeads } from './routes/demo-leads.ts';
import { demoScan } from './routes/demo-scan.ts';
import { demoValidate } from './routes/demo-validate.ts';
import {
  createEnvironment,
  deleteEnvironment,
  getEnvironment,
  listEnvironments,
  updateEnvironment,
} from './routes/environments.ts';
import { approveException, rejectException, revokeException } from './routes/exception-decisions.ts';
import { getException, listExceptions, requestException } from './routes/exceptions.ts';
import { health } from './routes/health.ts';
import { addMember, getMember, listMembers, removeMember, updateMember } from './routes/members.ts';
import {
  createOrgWebhook,
  deleteOrgWebhook,
  getOrgWebhook,
  listOrgWebhooks,
  rotateOrgWebhook,
  updateOrgWebhook,
} from './routes/org-webhooks.ts';
import { getOrganisationSettings, updateOrganisationSettings } from './routes/organisation-settings.ts';
import { platforms } from './routes/platforms.ts';
import { listProjects } from './routes/project-list.ts';
import { getProject, submitProject } from './routes/projects.ts';
import { ready } from './routes/ready.ts';
import { cancelResult, result } from './routes/result.ts';
import { rule } from './routes/rule.ts';
import { rules } from './routes/rules.ts';
import { usage } from './routes/usage.ts';
import { validate } from './routes/validate.ts';
import { validateAsync } from './routes/validate-async.ts';
import { validations } from './routes/validations.ts';

export const ROUTES: readonly Route[] = [
  validate,
  validateAsync,
  submitProject,
  getProject,
  listProjects,
  result,
  cancelResult,
  validations,
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
  getException,
  approveException,
  rejectException,
  revokeException,
  addMember,
  listMembers,
  getMember,
  updateMember,
  removeMember,
  createApiKey,
  listApiKeys,
  getApiKey,
  updateApiKey,
  rotateApiKey,
  revokeApiKey,
  auditLog,
  usage,
  demoValidate,
  demoScan,
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

/** The endpoints of a gateway with these settings. */
export function routesOf({ hasFreeScanner }: Pick<GatewayConfig, 'hasFreeScanner'>): readonly Route[] {
  return hasFreeScanner ? ROUTES : ROUTES.filter(({ tag }) => tag !== 'Free scanner');
}
