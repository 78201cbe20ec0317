/** Schemas with a name in the OpenAPI document. */
import type { z } from 'zod';
import {
  PlatformItem,
  PlatformListResponse,
  RuleExample,
  RuleListItem,
  RuleListResponse,
  RuleResponse,
} from '../routes/catalogue/catalogue-schema.ts';
import { ExceptionListResponse, ExceptionResponse } from '../routes/exceptions/exception-schema.ts';
import {
  BoundedCount,
  Facet,
  FacetValue,
  FeedCountsResponse,
  FeedResponse,
  FeedRun,
  FeedSummaryResponse,
} from '../routes/feed/feed-schema.ts';
import {
  DemoFindingPayload,
  DemoFindingSummary,
  DemoLeadResponse,
  DemoScanResponse,
} from '../routes/free-scans/demo-schema.ts';
import {
  ApiKeyListResponse,
  ApiKeyResponse,
  ApiKeySecretResponse,
} from '../routes/organisation/api-key-schema.ts';
import { AuditChange, AuditEntryItem, AuditLogResponse } from '../routes/organisation/audit-schema.ts';
import {
  MemberListResponse,
  MemberRemovalResponse,
  MemberResponse,
} from '../routes/organisation/member-schema.ts';
import {
  EnvironmentListResponse,
  EnvironmentResponse,
  OrganisationSettingsResponse,
} from '../routes/organisation/organisation-schema.ts';
import { TrustPolicyListResponse, TrustPolicyResponse } from '../routes/organisation/trust-policy-schema.ts';
import { UsageMonth, UsageResponse } from '../routes/organisation/usage-schema.ts';
import { PolicyDryRunResponse } from '../routes/policies/policy-dry-run-schema.ts';
import {
  EffectivePolicyResponse,
  PolicyAssignmentListResponse,
  PolicyAssignmentResponse,
  PolicyBundleResponse,
  PolicyKeyListResponse,
  PolicyKeyResponse,
  PolicyPackListResponse,
  PolicyPackVersionResponse,
  PolicyRuleResponse,
} from '../routes/policies/policy-schema.ts';
import {
  ProjectBlockingFinding,
  ProjectErrorDetail,
  ProjectItem,
  ProjectListItem,
  ProjectListResponse,
  ProjectResponse,
} from '../routes/projects/project-schema.ts';
import {
  ErrorResponse,
  NotReadyResponse,
  ReadyParts,
  ReadyResponse,
  StatusResponse,
} from '../routes/service/service-schema.ts';
import { InventoryItem, InventoryResponse } from '../routes/validations/inventory-schema.ts';
import { OutlineEntry, OutlineResponse, OutlineWorkflow } from '../routes/validations/outline-schema.ts';
import { ValidationRunResponse } from '../routes/validations/run-schema.ts';
import { ValidationListItem, ValidationListResponse } from '../routes/validations/validation-list-schema.ts';
import {
  ValidateBlockingFinding,
  ValidateDiff,
  ValidateDiffChange,
  ValidateFinding,
  ValidateFindingSummary,
  ValidatePipelineContext,
  ValidateResponse,
} from '../routes/validations/validation-schema.ts';
import {
  CallbackSecretResponse,
  CallbackSecretRotateResponse,
  DeliveryAttempt,
  DeliveryDetailsResponse,
  DeliveryListResponse,
  DeliveryResponse,
  OrgWebhookListResponse,
  OrgWebhookResponse,
  OrgWebhookSecretResponse,
  RecoverResponse,
} from '../routes/webhooks/webhook-schema.ts';

export const NAMED_SCHEMAS = {
  ValidateResponse,
  ValidateFindingSummary,
  ValidateFinding,
  ValidateBlockingFinding,
  ValidateDiff,
  ValidateDiffChange,
  ValidatePipelineContext,
  ValidationRunResponse,
  ProjectResponse,
  ProjectItem,
  ProjectListResponse,
  ProjectListItem,
  ProjectBlockingFinding,
  ProjectErrorDetail,
  ValidationListResponse,
  ValidationListItem,
  FeedResponse,
  FeedRun,
  FeedCountsResponse,
  Facet,
  FacetValue,
  FeedSummaryResponse,
  BoundedCount,
  InventoryResponse,
  OutlineResponse,
  OutlineEntry,
  OutlineWorkflow,
  InventoryItem,
  RuleListResponse,
  RuleListItem,
  RuleResponse,
  RuleExample,
  PlatformListResponse,
  PlatformItem,
  OrganisationSettingsResponse,
  EnvironmentListResponse,
  EnvironmentResponse,
  TrustPolicyListResponse,
  TrustPolicyResponse,
  PolicyPackVersionResponse,
  PolicyPackListResponse,
  PolicyBundleResponse,
  EffectivePolicyResponse,
  PolicyRuleResponse,
  PolicyDryRunResponse,
  PolicyKeyResponse,
  PolicyKeyListResponse,
  PolicyAssignmentResponse,
  PolicyAssignmentListResponse,
  ExceptionResponse,
  ExceptionListResponse,
  MemberResponse,
  MemberListResponse,
  MemberRemovalResponse,
  ApiKeyResponse,
  ApiKeySecretResponse,
  ApiKeyListResponse,
  AuditLogResponse,
  AuditEntryItem,
  AuditChange,
  UsageResponse,
  UsageMonth,
  DemoScanResponse,
  DemoFindingSummary,
  DemoFindingPayload,
  DemoLeadResponse,
  OrgWebhookResponse,
  OrgWebhookSecretResponse,
  OrgWebhookListResponse,
  DeliveryResponse,
  DeliveryListResponse,
  DeliveryAttempt,
  DeliveryDetailsResponse,
  RecoverResponse,
  CallbackSecretResponse,
  CallbackSecretRotateResponse,
  ErrorResponse,
  StatusResponse,
  ReadyResponse,
  ReadyParts,
  NotReadyResponse,
} as const satisfies Readonly<Record<string, z.ZodObject>>;
