/** Every schema that has a name in the OpenAPI document. */
import type { z } from 'zod';
import { ApiKeyListResponse, ApiKeyResponse, ApiKeySecretResponse } from './api-key.ts';
import { AuditChange, AuditEntryItem, AuditLogResponse } from './audit.ts';
import {
  PlatformItem,
  PlatformListResponse,
  RuleExample,
  RuleListItem,
  RuleListResponse,
  RuleResponse,
} from './catalogue.ts';
import { DemoFindingPayload, DemoFindingSummary, DemoLeadResponse, DemoScanResponse } from './demo.ts';
import { ExceptionListResponse, ExceptionResponse } from './exception.ts';
import { ValidationListItem, ValidationListResponse } from './feed.ts';
import {
  EnvironmentListResponse,
  EnvironmentResponse,
  OrganisationSettingsResponse,
} from './organisation.ts';
import { MemberListResponse, MemberRemovalResponse, MemberResponse } from './organisation-member.ts';
import {
  ProjectBlockingFinding,
  ProjectErrorDetail,
  ProjectItem,
  ProjectListItem,
  ProjectListResponse,
  ProjectResponse,
} from './project.ts';
import {
  ValidateBlockingFinding,
  ValidateDiff,
  ValidateDiffChange,
  ValidateFinding,
  ValidateFindingSummary,
  ValidatePipelineContext,
  ValidateResponse,
} from './report.ts';
import { ValidationRunResponse } from './run.ts';
import { ErrorResponse, NotReadyResponse, ReadyParts, ReadyResponse, StatusResponse } from './service.ts';
import { UsageMonth, UsageResponse } from './usage.ts';
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
} from './webhook.ts';

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
  RuleListResponse,
  RuleListItem,
  RuleResponse,
  RuleExample,
  PlatformListResponse,
  PlatformItem,
  OrganisationSettingsResponse,
  EnvironmentListResponse,
  EnvironmentResponse,
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
