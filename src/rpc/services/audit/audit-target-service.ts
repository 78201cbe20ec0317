/** `flowarden.v1.AuditTargetService`: where the audit log is streamed to. */
import type { Complete } from '../../../contract/complete.ts';
import {
  AuditTargetServiceService,
  type AuditTarget as TargetMessage,
} from '../../../gen/flowarden/v1/audit_target.ts';
import type { SecurityEventKind } from '../../../service/audit/events/security-event.ts';
import {
  AUDIT_FORMATS,
  AUDIT_TARGET_INTERFACES,
  AUDIT_TARGET_STATES,
  type AuditTargetView,
  type TargetChoice,
} from '../../../service/audit-targets/audit-target.ts';
import {
  type AuditTargetDeps,
  addAuditTarget,
  backfillAuditTarget,
  changeAuditTarget,
  readAuditTarget,
  readAuditTargets,
  removeAuditTarget,
  setTargetCredential,
  testAuditTarget,
} from '../../../service/audit-targets/audit-targets.ts';
import { choiceField, requiredChoice, requiredText, textField } from '../../convert/fields.ts';
import { defineService, type Service } from '../../server/service.ts';
import { changeOf, etagField, type FieldReaders, maskedChanges } from '../change.ts';

/** Creates the service. */
export function auditTargetService(deps: AuditTargetDeps): Service {
  const { sql } = deps;
  const one = (view: AuditTargetView) => ({ target: toMessage(view) });
  return defineService(AuditTargetServiceService, {
    listAuditTargets: async (_request, { caller }) => ({
      targets: (await readAuditTargets(sql, caller.orgId)).map(toMessage),
    }),
    getAuditTarget: async ({ id }, { caller }) => one(await readAuditTarget(sql, caller.orgId, id)),
    createAuditTarget: async ({ target }, context) => {
      const values = target ?? NOTHING;
      const own = { ...deps, sql: context.storingAnswer(sql, one) };
      const made = await addAuditTarget(own, changeOf(context), {
        kind: requiredChoice('kind', values.kind, AUDIT_TARGET_INTERFACES),
        format: values.format === '' ? 'ocsf' : requiredChoice('format', values.format, AUDIT_FORMATS),
        url: requiredText('url', values.url).trim(),
        settings: {
          index: textField(values.index ?? ''),
          tokenHeader: textField(values.tokenHeader ?? ''),
          authorities: textField(values.authorities ?? ''),
        },
        ...READERS.name(values),
        state: choiceField(values.state) ?? 'active',
        ...READERS.events(values),
      });
      return one(made);
    },
    updateAuditTarget: async ({ target, updateMask, etag }, context) => {
      const values = target ?? NOTHING;
      const changes = maskedChanges<Values, Partial<TargetChoice>>(updateMask, values, READERS);
      const known = { id: values.id, etag: etagField(etag) };
      return one(await changeAuditTarget(deps, changeOf(context), known, changes));
    },
    deleteAuditTarget: async ({ id, etag }, context) => {
      await removeAuditTarget(deps, changeOf(context), { id, etag: etagField(etag) });
      return {};
    },
    setAuditTargetCredential: async ({ id, token, clientCertificate, clientKey }, context) => {
      const given = {
        token: textField(token ?? ''),
        clientCertificate: textField(clientCertificate ?? ''),
        clientKey: textField(clientKey ?? ''),
      };
      return one(await setTargetCredential(deps, changeOf(context), id, given));
    },
    testAuditTarget: async ({ id }, context) => {
      const own = { ...deps, sql: context.storingAnswer(sql, one) };
      return one(await testAuditTarget(own, changeOf(context), id));
    },
    backfillAuditTarget: async ({ id, from }, context) => {
      const own = { ...deps, sql: context.storingAnswer(sql, one) };
      return one(await backfillAuditTarget(own, changeOf(context), id, from!));
    },
  });
}

type Values = Pick<
  TargetMessage,
  'id' | 'name' | 'kind' | 'format' | 'url' | 'index' | 'tokenHeader' | 'authorities' | 'state' | 'events'
>;

const NOTHING: Values = {
  id: '',
  name: '',
  kind: '',
  format: '',
  url: '',
  index: undefined,
  tokenHeader: undefined,
  authorities: undefined,
  state: '',
  events: [],
};

const READERS = {
  name: ({ name }) => ({ name: requiredText('name', name).trim() }),
  // The kinds are checked with the request.
  events: ({ events }) => ({ events: events as readonly SecurityEventKind[] }),
  state: ({ state }) => ({ state: requiredChoice('state', state, AUDIT_TARGET_STATES) }),
} satisfies FieldReaders<Values, Partial<TargetChoice>>;

function toMessage(target: AuditTargetView): Complete<TargetMessage> {
  const { settings } = target;
  return {
    id: target.id,
    name: target.name,
    kind: target.kind,
    format: target.format,
    url: target.url,
    index: settings.index ?? undefined,
    tokenHeader: settings.tokenHeader ?? undefined,
    authorities: settings.authorities ?? undefined,
    state: target.state,
    events: [...target.events],
    credential: target.credential ?? undefined,
    credentialSetAt: target.credentialSetAt ?? undefined,
    waiting: target.waiting,
    lastSentAt: target.sentAt ?? undefined,
    failingSince: target.failingSince ?? undefined,
    problem: target.problem ?? undefined,
    testedAt: target.testedAt ?? undefined,
    testProblem: target.testProblem ?? undefined,
    etag: String(target.version),
    createdAt: target.createdAt,
    updatedAt: target.updatedAt,
    createdBy: target.createdByName,
  };
}
