/** `flowarden.v1.GroupMappingService`: groups of the identity provider that give roles and teams. */
import type { Complete } from '../../../contract/complete.ts';
import type { MemberRole } from '../../../contract/member.ts';
import {
  GroupMappingServiceService,
  type GroupMapping as MappingMessage,
} from '../../../gen/flowarden/v1/group_mapping.ts';
import type { MappingChoice, MappingRecord } from '../../../service/access/groups/group-mapping.ts';
import {
  addMapping,
  changeMapping,
  type MappingDeps,
  readMapping,
  readMappings,
  removeMapping,
} from '../../../service/access/groups/group-mappings.ts';
import type { MemberManager } from '../../../service/access/members.ts';
import { choiceField, requiredText } from '../../convert/fields.ts';
import { type CallContext, defineService, type Service } from '../../server/service.ts';
import { changeOf, etagField, type FieldReaders, maskedChanges } from '../change.ts';

/** Dependencies of the service. */
export interface GroupMappingDeps extends MappingDeps {
  /** Claim of tokens that names the groups; null: there is no identity provider. */
  readonly groupsClaim: string | null;
}

/** Creates the service. */
export function groupMappingService(deps: GroupMappingDeps): Service {
  const { sql, groupsClaim } = deps;
  const one = (record: MappingRecord) => ({ mapping: toMessage(record) });
  return defineService(GroupMappingServiceService, {
    listGroupMappings: async (_request, { caller }) => ({
      mappings: (await readMappings(sql, caller.orgId)).map(toMessage),
      claim: groupsClaim ?? undefined,
    }),
    getGroupMapping: async ({ id }, { caller }) => one(await readMapping(sql, caller.orgId, id)),
    createGroupMapping: async ({ mapping }, context) => {
      const values = mapping ?? NOTHING;
      const own = { ...deps, sql: context.storingAnswer(sql, one) };
      const made = await addMapping(own, managerOf(context), {
        group: requiredText('group', values.group),
        ...READERS.role(values),
        ...READERS.teams_only(values),
        ...READERS.team_ids(values),
      });
      return one(made);
    },
    updateGroupMapping: async ({ mapping, updateMask, etag }, context) => {
      const values = mapping ?? NOTHING;
      const changes = maskedChanges<Values, Partial<MappingChoice>>(updateMask, values, READERS);
      const known = { id: values.id, etag: etagField(etag) };
      return one(await changeMapping(deps, managerOf(context), known, changes));
    },
    deleteGroupMapping: async ({ id, etag }, context) => {
      await removeMapping(deps, managerOf(context), { id, etag: etagField(etag) });
      return {};
    },
  });
}

type Values = Pick<MappingMessage, 'id' | 'group' | 'role' | 'teamsOnly' | 'teamIds'>;

const NOTHING: Values = { id: '', group: '', role: undefined, teamsOnly: false, teamIds: [] };

const READERS = {
  role: ({ role }) => ({ role: choiceField<MemberRole>(role ?? '') }),
  teams_only: ({ teamsOnly }) => ({ teamsOnly }),
  team_ids: ({ teamIds }) => ({ teamIds: [...new Set(teamIds.map((id) => id.toLowerCase()))] }),
} satisfies FieldReaders<Values, Partial<MappingChoice>>;

function managerOf(context: CallContext): MemberManager {
  return { ...changeOf(context), scopes: context.caller.scopes };
}

function toMessage(record: MappingRecord): Complete<MappingMessage> {
  return {
    id: record.id,
    group: record.group,
    role: record.role ?? undefined,
    teamsOnly: record.teamsOnly,
    teamIds: [...record.teamIds],
    members: record.members,
    etag: String(record.version),
    createdAt: record.createdAt,
    updatedAt: record.updatedAt,
    createdBy: record.createdByName,
  };
}
