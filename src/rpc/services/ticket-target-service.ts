/** `flowarden.v1.TicketTargetService`: trackers that get tickets. */
import { SEVERITIES } from '../../analysis/model/rule.ts';
import type { Complete } from '../../contract/complete.ts';
import {
  type TicketTarget as TargetMessage,
  TicketTargetServiceService,
} from '../../gen/flowarden/v1/ticket_target.ts';
import {
  TICKET_TARGET_INTERFACES,
  TICKET_TARGET_STATES,
  type TicketChoice,
  type TicketMapping,
  type TicketTargetRecord,
} from '../../service/tickets/ticket-target.ts';
import {
  addTicketTarget,
  changeTicketTarget,
  readTicketTarget,
  readTicketTargets,
  removeTicketTarget,
  setTicketCredential,
  type TicketTargetDeps,
  testTicketTarget,
} from '../../service/tickets/ticket-targets.ts';
import { requiredChoice, requiredText, textField } from '../convert/fields.ts';
import { defineService, type Service } from '../server/service.ts';
import { changeOf, etagField, type FieldReaders, maskedChanges } from './change.ts';

/** Open tickets of a target where nothing is said. */
const OPEN_MAX_DEFAULT = 100;

/** Creates the service. */
export function ticketTargetService(deps: TicketTargetDeps): Service {
  const { sql } = deps;
  const one = (record: TicketTargetRecord) => ({ target: toMessage(record) });
  return defineService(TicketTargetServiceService, {
    listTicketTargets: async (_request, { caller }) => ({
      targets: (await readTicketTargets(sql, caller.orgId)).map(toMessage),
    }),
    getTicketTarget: async ({ id }, { caller }) => one(await readTicketTarget(sql, caller.orgId, id)),
    createTicketTarget: async ({ target }, context) => {
      const values = target ?? NOTHING;
      const own = { ...deps, sql: context.storingAnswer(sql, one) };
      const made = await addTicketTarget(own, changeOf(context), {
        kind: requiredChoice('kind', values.kind, TICKET_TARGET_INTERFACES),
        url: requiredText('url', values.url).trim(),
        project: requiredText('project', values.project).trim(),
        ...choiceOf({
          ...values,
          state: values.state === '' ? 'active' : values.state,
          leastSeverity: values.leastSeverity === '' ? 'high' : values.leastSeverity,
          openMax: values.openMax === 0 ? OPEN_MAX_DEFAULT : values.openMax,
        }),
      });
      return one(made);
    },
    updateTicketTarget: async ({ target, updateMask, etag }, context) => {
      const values = target ?? NOTHING;
      const changes = maskedChanges<Values, Partial<TicketChoice>>(updateMask, values, READERS);
      const known = { id: values.id, etag: etagField(etag) };
      return one(await changeTicketTarget(deps, changeOf(context), known, changes));
    },
    deleteTicketTarget: async ({ id, etag }, context) => {
      await removeTicketTarget(deps, changeOf(context), { id, etag: etagField(etag) });
      return {};
    },
    setTicketTargetCredential: async ({ id, user, token }, context) => {
      const given = { user: textField(user ?? ''), token: requiredText('token', token) };
      return one(await setTicketCredential(deps, changeOf(context), id, given));
    },
    testTicketTarget: async ({ id }, context) => {
      const own = { ...deps, sql: context.storingAnswer(sql, one) };
      return one(await testTicketTarget(own, changeOf(context), id));
    },
  });
}

type Values = Pick<
  TargetMessage,
  | ('id' | 'name' | 'kind' | 'url' | 'project' | 'issueType' | 'state' | 'leastSeverity' | 'ownerTeamId')
  | ('environment' | 'repository' | 'openMax' | 'priorities' | 'fields' | 'closingFields')
  | ('closedStatus' | 'reopenedStatus')
>;

const NOTHING: Values = {
  id: '',
  name: '',
  kind: '',
  url: '',
  project: '',
  issueType: undefined,
  state: '',
  leastSeverity: '',
  ownerTeamId: undefined,
  environment: undefined,
  repository: undefined,
  openMax: 0,
  priorities: {},
  fields: {},
  closingFields: {},
  closedStatus: undefined,
  reopenedStatus: undefined,
};

const READERS = {
  name: ({ name }) => ({ name: requiredText('name', name).trim() }),
  state: ({ state }) => ({ state: requiredChoice('state', state, TICKET_TARGET_STATES) }),
  least_severity: (values) => ({
    leastSeverity: requiredChoice('least_severity', values.leastSeverity, SEVERITIES),
  }),
  owner_team_id: ({ ownerTeamId }) => ({ ownerTeamId: textField(ownerTeamId ?? '') }),
  environment: ({ environment }) => ({ environment: textField(environment ?? '') }),
  repository: ({ repository }) => ({ repository: textField(repository ?? '') }),
  open_max: ({ openMax }) => ({ openMax }),
  issue_type: ({ issueType }) => ({ issueType: textField(issueType ?? '') }),
  // The use case checks the names.
  priorities: ({ priorities }) => ({ priorities: { ...priorities } as TicketMapping['priorities'] }),
  fields: ({ fields }) => ({ fields: { ...fields } }),
  closing_fields: ({ closingFields }) => ({ closingFields: { ...closingFields } }),
  closed_status: ({ closedStatus }) => ({ closedStatus: textField(closedStatus ?? '') }),
  reopened_status: ({ reopenedStatus }) => ({ reopenedStatus: textField(reopenedStatus ?? '') }),
} satisfies FieldReaders<Values, Partial<TicketChoice>>;

function choiceOf(values: Values): TicketChoice {
  return {
    ...READERS.name(values),
    ...READERS.state(values),
    ...READERS.least_severity(values),
    ...READERS.owner_team_id(values),
    ...READERS.environment(values),
    ...READERS.repository(values),
    ...READERS.open_max(values),
    ...READERS.issue_type(values),
    ...READERS.priorities(values),
    ...READERS.fields(values),
    ...READERS.closing_fields(values),
    ...READERS.closed_status(values),
    ...READERS.reopened_status(values),
  };
}

function toMessage(target: TicketTargetRecord): Complete<TargetMessage> {
  return {
    id: target.id,
    name: target.name,
    kind: target.kind,
    url: target.url,
    project: target.project,
    issueType: target.issueType ?? undefined,
    state: target.state,
    leastSeverity: target.leastSeverity,
    ownerTeamId: target.ownerTeamId ?? undefined,
    environment: target.environment ?? undefined,
    repository: target.repository ?? undefined,
    openMax: target.openMax,
    priorities: { ...target.priorities } as Record<string, string>,
    fields: { ...target.fields },
    closingFields: { ...target.closingFields },
    closedStatus: target.closedStatus ?? undefined,
    reopenedStatus: target.reopenedStatus ?? undefined,
    credential: target.credential ?? undefined,
    credentialSetAt: target.credentialSetAt ?? undefined,
    openTickets: target.openTickets,
    waiting: target.waiting,
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
