/** Methods of the core that REST endpoints call, by their paths. */
import { METHODS } from '../../src/gen/contract/methods.ts';
import { ApiKeyServiceService } from '../../src/gen/flowarden/v1/api_key.ts';
import { AuditServiceService } from '../../src/gen/flowarden/v1/audit.ts';
import { AuditTargetServiceService } from '../../src/gen/flowarden/v1/audit_target.ts';
import { ChangeServiceService } from '../../src/gen/flowarden/v1/change.ts';
import { DriftServiceService } from '../../src/gen/flowarden/v1/drift.ts';
import { EstateServiceService } from '../../src/gen/flowarden/v1/estate.ts';
import { EvidenceServiceService } from '../../src/gen/flowarden/v1/evidence.ts';
import { ExceptionServiceService } from '../../src/gen/flowarden/v1/exception.ts';
import { FeedServiceService } from '../../src/gen/flowarden/v1/feed.ts';
import { FindingServiceService } from '../../src/gen/flowarden/v1/finding.ts';
import { GroupMappingServiceService } from '../../src/gen/flowarden/v1/group_mapping.ts';
import { InboxServiceService } from '../../src/gen/flowarden/v1/inbox.ts';
import { InventoryServiceService } from '../../src/gen/flowarden/v1/inventory.ts';
import { MemberServiceService } from '../../src/gen/flowarden/v1/member.ts';
import {
  EnvironmentServiceService,
  OrganisationServiceService,
} from '../../src/gen/flowarden/v1/organisation.ts';
import { PolicyServiceService } from '../../src/gen/flowarden/v1/policy.ts';
import { ProjectServiceService } from '../../src/gen/flowarden/v1/project.ts';
import { PushServiceService } from '../../src/gen/flowarden/v1/push.ts';
import { RuleServiceService } from '../../src/gen/flowarden/v1/rule.ts';
import { ScannerServiceService } from '../../src/gen/flowarden/v1/scanner.ts';
import { SessionServiceService } from '../../src/gen/flowarden/v1/session.ts';
import { SourceServiceService } from '../../src/gen/flowarden/v1/source.ts';
import { TeamServiceService } from '../../src/gen/flowarden/v1/team.ts';
import { TicketTargetServiceService } from '../../src/gen/flowarden/v1/ticket_target.ts';
import { TrustPolicyServiceService } from '../../src/gen/flowarden/v1/trust.ts';
import { UsageServiceService } from '../../src/gen/flowarden/v1/usage.ts';
import { ValidationServiceService } from '../../src/gen/flowarden/v1/validation.ts';
import { ViewServiceService } from '../../src/gen/flowarden/v1/view.ts';
import { WebhookServiceService } from '../../src/gen/flowarden/v1/webhook.ts';
import type { UnaryMethod } from '../core/unary-call.ts';

type AnyMethod = UnaryMethod<never, object>;

const SERVICES: readonly Readonly<Record<string, AnyMethod>>[] = [
  ApiKeyServiceService,
  AuditServiceService,
  AuditTargetServiceService,
  ChangeServiceService,
  EnvironmentServiceService,
  EstateServiceService,
  EvidenceServiceService,
  ExceptionServiceService,
  FeedServiceService,
  FindingServiceService,
  GroupMappingServiceService,
  InboxServiceService,
  InventoryServiceService,
  MemberServiceService,
  OrganisationServiceService,
  PolicyServiceService,
  ProjectServiceService as never,
  PushServiceService as never,
  RuleServiceService,
  ScannerServiceService,
  SessionServiceService,
  SourceServiceService,
  TeamServiceService,
  TicketTargetServiceService,
  TrustPolicyServiceService,
  UsageServiceService,
  ValidationServiceService as never,
  ViewServiceService,
  DriftServiceService,
  WebhookServiceService,
];
const BY_PATH = new Map(SERVICES.flatMap(Object.values<AnyMethod>).map((method) => [method.path, method]));

/** Returns the generated definition of a method. */
export function coreMethod(path: string): AnyMethod {
  const method = BY_PATH.get(path);
  if (method === undefined) throw new Error(`${path} belongs to a service that REST does not know`);
  return method;
}

/** Returns the sentence about the scopes of a method; empty: it needs none. */
export function scopeSentence(path: string): string {
  const names = METHODS[path]!.scopes.map((scope) => `\`${scope}\``);
  if (names.length === 0) return '';
  const [last, ...others] = names.toReversed();
  return `Scope ${others.length === 0 ? last : `${others.reverse().join(', ')} or ${last}`}.`;
}
