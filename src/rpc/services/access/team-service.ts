/** `flowarden.v1.TeamService`: teams of members, and what they own. */

import type { Complete } from '../../../contract/complete.ts';
import { CONTRACT_LIMITS } from '../../../contract/limits.ts';
import { CODE_OWNERS_GRAMMARS, comparableHandle, type Team } from '../../../contract/team.ts';
import { FIELD_LIMITS } from '../../../gen/contract/field-limits.ts';
import {
  type CodeOwners as CodeOwnersMessage,
  type TeamPattern as PatternMessage,
  type Team as TeamMessage,
  TeamServiceService,
} from '../../../gen/flowarden/v1/team.ts';
import type { Sql } from '../../../infra/database/connections.ts';
import {
  codeOwnersText,
  confirmCodeOwners,
  type ReadCodeOwners,
  readAllCodeOwners,
  readCodeOwners,
  removeCodeOwners,
  takeCodeOwners,
} from '../../../service/teams/code-owners/code-owners.ts';
import { addTeam, changeTeam, readTeam, readTeams, removeTeam } from '../../../service/teams/teams.ts';
import type { TeamRecord } from '../../../service/teams/teams-store.ts';
import { optionalText, requiredChoice, requiredText } from '../../convert/fields.ts';
import { defineService, type Service } from '../../server/service.ts';
import { changeOf, etagField, type FieldReaders, maskedChanges } from '../change.ts';

/** Teams of a page when the request names no number: all, unless they are large. */
const PAGE_SIZE = CONTRACT_LIMITS.teamsMax;

/** Creates the service. */
export function teamService(sql: Sql): Service {
  return defineService(TeamServiceService, {
    listTeams: {
      async handle({ pageSize, cursor }, { caller }) {
        const page = await readTeams(sql, caller.orgId, cursor === '' ? null : cursor, pageSize || PAGE_SIZE);
        return { teams: page.items.map(toMessage), nextCursor: page.nextCursor ?? '' };
      },
    },
    getTeam: {
      async handle({ id }, { caller }) {
        return { team: toMessage(await readTeam(sql, caller.orgId, id)) };
      },
    },
    createTeam: {
      async handle({ team }, context) {
        const answer = (record: TeamRecord) => ({ team: toMessage(record) });
        return answer(
          await addTeam(context.storingAnswer(sql, answer), changeOf(context), readTeamFields(team)),
        );
      },
    },
    updateTeam: {
      async handle({ team, updateMask, etag }, context) {
        const values = team ?? NOTHING;
        const changes = maskedChanges<Values, Partial<Team>>(updateMask, values, READERS);
        const known = { id: values.id, etag: etagField(etag) };
        return { team: toMessage(await changeTeam(sql, changeOf(context), known, changes)) };
      },
    },
    deleteTeam: {
      async handle({ id, etag }, context) {
        await removeTeam(sql, changeOf(context), { id, etag: etagField(etag) });
        return {};
      },
    },
    sendCodeOwners: {
      async handle({ file, repository, branch, path, grammar }, context) {
        const upload = {
          repository: requiredText('repository', repository),
          branch: branch === '' ? null : branch,
          path: requiredText('path', path),
          grammar: requiredChoice('grammar', grammar, CODE_OWNERS_GRAMMARS),
          content: Buffer.from(file),
        };
        const { proven, runsOwnBranch } = context.caller;
        const provenContext = (runsOwnBranch && proven) || null;
        return ofCodeOwners(
          await takeCodeOwners(
            context.storingAnswer(sql, ofCodeOwners),
            changeOf(context),
            upload,
            provenContext,
          ),
        );
      },
    },
    listCodeOwners: {
      async handle(_request, { caller }) {
        return { codeOwners: (await readAllCodeOwners(sql, caller.orgId)).map(toCodeOwners) };
      },
    },
    getCodeOwners: {
      async handle({ id }, { caller }) {
        const found = await readCodeOwners(sql, caller.orgId, id);
        return { codeOwners: toCodeOwners(found), text: codeOwnersText(found.record.content) };
      },
    },
    confirmCodeOwners: {
      async handle({ id }, context) {
        return ofCodeOwners(
          await confirmCodeOwners(context.storingAnswer(sql, ofCodeOwners), changeOf(context), id),
        );
      },
    },
    deleteCodeOwners: {
      async handle({ id }, context) {
        await removeCodeOwners(sql, changeOf(context), id);
        return {};
      },
    },
  });
}

const ofCodeOwners = (read: ReadCodeOwners) => ({ codeOwners: toCodeOwners(read) });

function toCodeOwners({ record, skippedLines, owners }: ReadCodeOwners): Complete<CodeOwnersMessage> {
  return {
    id: record.id,
    repository: record.repository,
    state: record.isInForce ? 'in_force' : 'proposed',
    grammar: record.grammar,
    path: record.path,
    branch: record.branch ?? undefined,
    isProven: record.isProven,
    patterns: record.patternCount,
    skippedLines,
    owners: owners.map(({ owner, patterns, team }) => ({
      owner,
      patterns,
      teamId: team?.id,
      team: team?.name,
    })),
    sentAt: record.sentAt,
    sentBy: record.sentByName,
    confirmedBy: record.confirmedByName ?? undefined,
  };
}

type Values = Pick<TeamMessage, 'id' | 'name' | 'description' | 'handles' | 'memberIds' | 'patterns'>;

const NOTHING: Values = {
  id: '',
  name: '',
  description: undefined,
  handles: [],
  memberIds: [],
  patterns: [],
};

const READERS = {
  name: ({ name }) => ({
    name: requiredText('name', optionalText('name', name, FIELD_LIMITS['Team.name'].maxLength) ?? ''),
  }),
  description: ({ description = '' }) => ({ description: description === '' ? null : description }),
  handles: ({ handles }) => ({
    handles: [...new Set(handles.map((one) => comparableHandle(requiredText('handles', one))))],
  }),
  member_ids: ({ memberIds }) => ({ memberIds: [...new Set(memberIds.map((id) => id.toLowerCase()))] }),
  patterns: ({ patterns }) => ({ patterns: patterns.map(readPattern) }),
} satisfies FieldReaders<Values, Partial<Team>>;

function readTeamFields(values: Values = NOTHING): Team {
  return {
    ...READERS.name(values),
    ...READERS.description(values),
    ...READERS.handles(values),
    ...READERS.member_ids(values),
    ...READERS.patterns(values),
  };
}

function readPattern({ repository, path = '' }: PatternMessage) {
  return {
    repository: requiredText('patterns.repository', repository),
    path: path.trim() === '' ? null : path.trim(),
  };
}

function toMessage(record: TeamRecord): Complete<TeamMessage> {
  return {
    id: record.id,
    name: record.name,
    description: record.description ?? undefined,
    handles: [...record.handles],
    memberIds: [...record.memberIds],
    members: record.members.map(({ id, name, email, role }) => ({
      id,
      name: name ?? undefined,
      email: email ?? undefined,
      role,
    })),
    patterns: record.patterns.map(({ repository, path }) => ({ repository, path: path ?? undefined })),
    etag: String(record.version),
    createdAt: record.createdAt,
    updatedAt: record.updatedAt,
    createdBy: record.createdByName,
  };
}
