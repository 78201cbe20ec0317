/** `flowarden.v1.EnvironmentService`: target environments of workflows. */

import type { Complete } from '../../contract/complete.ts';
import type { Environment } from '../../contract/environment.ts';
import {
  type Environment as EnvironmentMessage,
  EnvironmentServiceService,
} from '../../gen/flowarden/v1/organisation.ts';
import type { Sql } from '../../infra/database/connections.ts';
import {
  addEnvironment,
  changeEnvironment,
  readEnvironment,
  readEnvironments,
  removeEnvironment,
} from '../../service/policy/environments.ts';
import type { EnvironmentRecord } from '../../service/policy/environments-store.ts';
import type { PolicyCache } from '../../service/policy/policy-cache.ts';
import { choiceField, requiredText, textField } from '../convert/fields.ts';
import { defineService, type Service } from '../server/service.ts';
import { changeOf, etagField, type FieldReaders, maskedChanges } from './change.ts';

/** Creates the service; changes invalidate `policies`. */
export function environmentService(sql: Sql, policies: Pick<PolicyCache, 'invalidate'>): Service {
  return defineService(EnvironmentServiceService, {
    listEnvironments: {
      async handle(_request, { caller }) {
        const environments = await readEnvironments(sql, caller.orgId);
        return { environments: environments.map(toMessage) };
      },
    },
    getEnvironment: {
      async handle({ name }, { caller }) {
        return { environment: toMessage(await readEnvironment(sql, caller.orgId, name)) };
      },
    },
    createEnvironment: {
      async handle({ environment }, context) {
        const wanted = readEnvironmentFields(environment);
        const answer = (record: EnvironmentRecord) => ({ environment: toMessage(record) });
        const once = context.storingAnswer(sql, answer);
        const added = await addEnvironment(once, changeOf(context), wanted);
        policies.invalidate(context.caller.orgId);
        return answer(added);
      },
    },
    updateEnvironment: {
      async handle({ environment, updateMask, etag }, context) {
        const values = environment ?? NOTHING;
        const changes = maskedChanges<Values, Changes>(updateMask, values, READERS);
        const after = await changeEnvironment(sql, changeOf(context), values.name, changes, etagField(etag));
        policies.invalidate(context.caller.orgId);
        return { environment: toMessage(after) };
      },
    },
    deleteEnvironment: {
      async handle({ name, etag }, context) {
        await removeEnvironment(sql, changeOf(context), name, etagField(etag));
        policies.invalidate(context.caller.orgId);
        return {};
      },
    },
  });
}

type Changes = Partial<Omit<Environment, 'name'>>;
type Values = Pick<EnvironmentMessage, 'name' | 'description' | 'enforcementMode' | 'ruleset'>;

const NOTHING: Values = {
  name: '',
  description: undefined,
  enforcementMode: undefined,
  ruleset: undefined,
};

const READERS = {
  description: ({ description = '' }) => ({ description: textField(description) }),
  enforcement_mode: ({ enforcementMode = '' }) => ({ enforcementMode: choiceField(enforcementMode) }),
  ruleset: ({ ruleset = '' }) => ({ ruleset: textField(ruleset) }),
} satisfies FieldReaders<Values, Changes>;

function readEnvironmentFields(values: Values = NOTHING): Environment {
  return {
    name: requiredText('name', values.name),
    ...READERS.description(values),
    ...READERS.enforcement_mode(values),
    ...READERS.ruleset(values),
  };
}

function toMessage(record: EnvironmentRecord): Complete<EnvironmentMessage> {
  return {
    name: record.name,
    description: record.description ?? undefined,
    enforcementMode: record.enforcementMode ?? undefined,
    ruleset: record.ruleset ?? undefined,
    etag: String(record.version),
    createdAt: record.createdAt,
    updatedAt: record.updatedAt,
  };
}
