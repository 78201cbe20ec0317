/** Tables of the contract: what the wire has is recorded, and the tables agree with the code that reads them. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { type DescriptorProto, FieldDescriptorProto_Type as Type } from '@bufbuild/protobuf/wkt';
import { loadSync } from '@grpc/proto-loader';
import { EXPORT_FORMATS } from '../../gateway/endpoint/exported-list.ts';
import { TAGS } from '../../gateway/endpoint/route.ts';
import { plainDescriptors } from '../../scripts/descriptors.ts';
import { SHARED_CHANNELS } from '../../src/analysis/model/measures/channel-end.ts';
import { INVENTORY_KINDS } from '../../src/analysis/model/measures/inventory.ts';
import { ENFORCEMENT_MODES } from '../../src/analysis/model/report.ts';
import { CATEGORIES, SEVERITIES } from '../../src/analysis/model/rule.ts';
import { AUDIT_ACTIONS, AUDIT_TARGET_KINDS } from '../../src/contract/audit.ts';
import { ENVIRONMENT_NAME, POLICY_CHOICES } from '../../src/contract/environment.ts';
import { EXCEPTION_STATES } from '../../src/contract/exception.ts';
import { ARTEFACT_STATES } from '../../src/contract/lists/artefact-state.ts';
import {
  BACKLOG_GROUPS,
  CHANNEL_LISTS,
  COUNT_KEYS,
  CRITICALITIES,
  DATA_CLASSES,
  FINDING_ASSIGNMENTS,
  FINDING_STATUSES,
  FRAMEWORKS,
  STATISTICS_GROUPS,
  WORKFLOW_ORDERS,
} from '../../src/contract/lists/estate.ts';
import { LINK_DECISIONS, LINK_STATES } from '../../src/contract/lists/link-state.ts';
import { PROJECT_STATUSES } from '../../src/contract/lists/project-status.ts';
import { VALIDATION_STATUSES } from '../../src/contract/lists/validation-status.ts';
import { VIEW_SCREENS } from '../../src/contract/lists/view.ts';
import { MEMBER_ROLES, MEMBER_STATUSES } from '../../src/contract/member.ts';
import { SCORE_ALERT_KINDS, WILDCARD_SEVERITIES } from '../../src/contract/organisation-settings.ts';
import { CODE_OWNERS_GRAMMARS } from '../../src/contract/team.ts';
import { TOKEN_PROVIDER_NAMES } from '../../src/contract/token-provider.ts';
import { DELIVERY_STATUSES } from '../../src/contract/webhook.ts';
import { WIRE_CASES } from '../../src/contract/wire-case.ts';
import { ERRORS } from '../../src/errors.ts';
import { ENDPOINTS } from '../../src/gen/contract/endpoints.ts';
import { FIELD_LIMITS } from '../../src/gen/contract/field-limits.ts';
import { MESSAGE_PROSE } from '../../src/gen/contract/message-prose.ts';
import { MESSAGES } from '../../src/gen/contract/messages.ts';
import { METHODS } from '../../src/gen/contract/methods.ts';
import { REMOTE_PLATFORMS } from '../../src/remotes/select-artefacts.ts';
import { SKIP_REASONS } from '../../src/rpc/services/estate/push-service.ts';
import { isScope } from '../../src/service/access/scopes.ts';
import { SECURITY_EVENT_KINDS } from '../../src/service/audit/events/security-event.ts';
import {
  AUDIT_FORMATS,
  AUDIT_TARGET_INTERFACES,
  AUDIT_TARGET_STATES,
} from '../../src/service/audit-targets/audit-target.ts';
import { DECISIONS } from '../../src/service/exceptions/decide-many.ts';
import { MAIL_KINDS, MAIL_PACES } from '../../src/service/mail/mail-kinds.ts';
import { FINDING_GROUPS } from '../../src/service/results/findings/findings-store.ts';
import { SOURCE_KINDS, SOURCE_STATES } from '../../src/service/sources/source.ts';
import { ARTEFACT_FILTERS } from '../../src/service/sources/source-filters.ts';
import { TICKET_TARGET_INTERFACES, TICKET_TARGET_STATES } from '../../src/service/tickets/ticket-target.ts';
import { checkGolden } from '../support/files/golden.ts';

const ROOT = join(import.meta.dirname, '../..');
const FIELDS = Object.entries(MESSAGES).flatMap(([message, { fields }]) =>
  fields.map((field) => ({ message, field, path: `${message.replace('flowarden.v1.', '')}.${field.name}` })),
);

describe('the descriptors', () => {
  const { file } = plainDescriptors(ROOT);

  it('stay as they are recorded', () => {
    const messages = (prefix: string, types: readonly DescriptorProto[]): (readonly [string, string[]])[] =>
      types.flatMap(({ name, field, nestedType }) => [
        [
          `${prefix}.${name}`,
          field.map(({ number, label, type, typeName, proto3Optional, jsonName, name: own, oneofIndex }) =>
            [number, label, typeName || Type[type], own, jsonName, proto3Optional, oneofIndex].join(' '),
          ),
        ] as const,
        ...messages(`${prefix}.${name}`, nestedType),
      ]);
    const methods = file.flatMap(({ package: prefix, service }) =>
      service.flatMap(({ name, method }) =>
        method.map(({ name: own, inputType, outputType, clientStreaming, serverStreaming }) => [
          `${prefix}.${name}/${own}`,
          [inputType, outputType, clientStreaming, serverStreaming].join(' '),
        ]),
      ),
    );
    const types = file.flatMap(({ package: prefix, messageType }) => messages(prefix, messageType));
    checkGolden('descriptors.json', {
      methods: Object.fromEntries(methods),
      messages: Object.fromEntries(types),
    });
  });

  it('are loaded from the files by clients that know no option', () => {
    const folder = join(ROOT, 'proto');
    const loaded = loadSync('flowarden/v1/organisation.proto', { includeDirs: [folder] });
    assert.ok('flowarden.v1.EnvironmentService' in loaded);
  });
});

describe('the tables', () => {
  it('have every method of our services', () => {
    const declared = plainDescriptors(ROOT).file.flatMap(({ package: prefix, service }) =>
      service.flatMap(({ name, method }) => method.map((own) => `/${prefix}.${name}/${own.name}`)),
    );
    assert.deepEqual(Object.keys(METHODS).sort(), declared.sort());
  });

  it('name scopes, error codes and groups that there are', () => {
    const scopes = Object.values(METHODS).flatMap((method) => method.scopes);
    assert.deepEqual(
      scopes.filter((scope) => !isScope(scope)),
      [],
    );
    const codes = [
      ...Object.values(ENDPOINTS).flatMap(({ errors }) => errors),
      ...FIELDS.flatMap(({ field }) => field.rest?.code ?? []),
    ];
    assert.deepEqual(
      codes.filter((code) => !Object.hasOwn(ERRORS, code)),
      [],
    );
    assert.deepEqual(
      Object.values(ENDPOINTS).filter(({ tag }) => !Object.hasOwn(TAGS, tag)),
      [],
    );
  });

  it('have prose about every message that an answer names', () => {
    const silent = Object.entries(MESSAGES).filter(
      ([name, { schema }]) =>
        schema !== undefined && !MESSAGE_PROSE[name as keyof typeof MESSAGE_PROSE]?.about,
    );
    assert.deepEqual(silent, []);
  });

  it('have the closed sets of the domain', () => {
    const sets: readonly (readonly string[])[] = [
      CODE_OWNERS_GRAMMARS,
      ENFORCEMENT_MODES,
      POLICY_CHOICES,
      EXCEPTION_STATES,
      MEMBER_ROLES,
      MEMBER_STATUSES,
      SCORE_ALERT_KINDS,
      WILDCARD_SEVERITIES,
      PROJECT_STATUSES,
      TOKEN_PROVIDER_NAMES,
      VALIDATION_STATUSES,
      DELIVERY_STATUSES,
      WIRE_CASES,
      SEVERITIES,
      CATEGORIES,
      INVENTORY_KINDS,
      SHARED_CHANNELS,
      CHANNEL_LISTS,
      WORKFLOW_ORDERS,
      FINDING_ASSIGNMENTS,
      FINDING_STATUSES,
      VIEW_SCREENS,
      COUNT_KEYS,
      CRITICALITIES,
      DATA_CLASSES,
      STATISTICS_GROUPS,
      BACKLOG_GROUPS,
      DECISIONS,
      FINDING_GROUPS,
      MAIL_KINDS,
      MAIL_PACES,
      EXPORT_FORMATS,
      AUDIT_ACTIONS,
      AUDIT_TARGET_KINDS,
      FRAMEWORKS,
      ARTEFACT_STATES,
      LINK_STATES,
      LINK_DECISIONS,
      AUDIT_FORMATS,
      AUDIT_TARGET_INTERFACES,
      AUDIT_TARGET_STATES,
      SECURITY_EVENT_KINDS,
      TICKET_TARGET_INTERFACES,
      TICKET_TARGET_STATES,
      SOURCE_KINDS,
      SOURCE_STATES,
      ARTEFACT_FILTERS,
      REMOTE_PLATFORMS,
      SKIP_REASONS,
    ];
    const known = new Set(sets.map((set) => set.join(' ')));
    const others = FIELDS.filter(
      ({ field: { limits } }) => limits?.values && !known.has(limits.values.join(' ')),
    );
    assert.deepEqual(
      others.map(({ path, field }) => `${path}: ${field.limits!.values!.join(' ')}`),
      OWN_SETS,
    );
  });

  it('limit a field alike wherever a run is submitted, and filters by what is stored', () => {
    const maxOf = (path: string) => FIELDS.find((field) => field.path === path)!.field.limits?.maxLength;
    for (const message of ['SubmitValidationRequest', 'ValidationSubmission', 'ProjectSubmission'])
      for (const name of ['ruleset', 'policyPack', 'environment', 'label', 'source'])
        assert.equal(maxOf(`${message}.${name}`), maxOf(`ValidateRequest.${name}`), `${message}.${name}`);
    for (const message of ['ListWorkflowsRequest', 'FindingFilters', 'ListProjectsRequest'])
      assert.equal(maxOf(`${message}.repository`), maxOf('FeedFilters.repository'), message);
  });

  it('give every list one of two sizes of a page, and environments the names of the domain', () => {
    const sizes = [
      FIELD_LIMITS['ListFeedRequest.pageSize'].max,
      FIELD_LIMITS['ListValidationsRequest.pageSize'].max,
    ];
    const others = FIELDS.filter(
      ({ field: { name, limits } }) => name === 'pageSize' && !sizes.some((size) => size === limits?.max),
    );
    assert.deepEqual(others, []);
    const { limits } = FIELDS.find(({ path }) => path === 'Environment.name')!.field;
    assert.equal(limits?.pattern, ENVIRONMENT_NAME.source);
  });
});

/** Sets that no other code names. */
const OWN_SETS = [
  'flowarden.rest.v1.FindingsQuery.format: csv json sarif',
  'flowarden.rest.v1.StatisticsQuery.by: day',
  'ListApiKeysRequest.status: active expired revoked',
  'FeedFilters.kind: file project',
  'ListChangesRequest.status: running completed canceled',
  'ListChangeFindingsRequest.status: new resolved',
  'UpdateWebhookRequest.status: enabled disabled',
];
