/** `flowarden.v1.MemberService`: managing the people of an organisation. */

import type { Complete } from '../../../contract/complete.ts';
import { MEMBER_ROLES, type MemberRole, type MemberStatus } from '../../../contract/member.ts';
import { AppError } from '../../../errors.ts';
import { type Member, MemberServiceService } from '../../../gen/flowarden/v1/member.ts';
import type { ApiKeyRecord } from '../../../service/access/api-keys-store.ts';
import {
  type FreshInvitation,
  type InvitationDeps,
  inviteMember,
} from '../../../service/access/links/invitations.ts';
import {
  addMember,
  changeMember,
  type MemberDeps,
  type MemberManager,
  readMember,
  readMembers,
  removeMember,
} from '../../../service/access/members.ts';
import type { MemberRecord } from '../../../service/access/members-store.ts';
import { choiceField, emailField, pageSizeField, textField } from '../../convert/fields.ts';
import { type CallContext, defineService, type Service } from '../../server/service.ts';
import { changeOf } from '../change.ts';
import { apiKeyMessage } from './api-key-service.ts';

/** Creates the service. */
export function memberService(deps: MemberDeps & InvitationDeps): Service {
  return defineService(MemberServiceService, {
    addMember: async (request, context) => {
      const email = emailField(request.email);
      const subject = textField(request.subject);
      if (email === null && subject === null) {
        const message =
          'Neither email nor subject is there. Send one of them, so that the member can be known.';
        throw new AppError('missing_field', message, { field: 'email' });
      }
      const { teamsOnly } = request;
      const input = { role: roleField(request.role), teamsOnly, email, subject };
      const added = (record: MemberRecord) => ({ member: memberMessage(record) });
      const sql = context.storingAnswer(deps.sql, added);
      return added(await addMember({ ...deps, sql }, managerOf(context), input));
    },
    listMembers: async ({ pageSize, cursor, role, status }, { caller }) => {
      const filters = {
        role: choiceField<MemberRole>(role),
        status: choiceField<MemberStatus>(status),
      };
      const size = pageSizeField(pageSize);
      const page = await readMembers(deps, caller.orgId, filters, cursor === '' ? null : cursor, size);
      return {
        members: page.items.map(memberMessage),
        nextCursor: page.nextCursor ?? '',
        rolesFromTokens: deps.orgClaim !== null,
      };
    },
    getMember: async ({ id }, { caller }) => ({
      member: memberMessage(await readMember(deps, caller.orgId, id)),
    }),
    updateMember: async ({ id, role, teamsOnly = null }, context) => {
      const rights = { role: roleField(role), teamsOnly };
      return { member: memberMessage(await changeMember(deps, managerOf(context), id, rights)) };
    },
    inviteMember: async ({ id }, context) => {
      const sql = context.storingAnswer(deps.sql, (invitation: FreshInvitation) => invitation);
      return inviteMember({ ...deps, sql }, managerOf(context), id);
    },
    removeMember: async ({ id, keepApiKeys }, context) => {
      const { revoked, retained } = await removeMember(deps, changeOf(context), id, keepApiKeys);
      const now = new Date();
      const messages = (keys: readonly ApiKeyRecord[]) => keys.map((key) => apiKeyMessage(key, now));
      return { revokedApiKeys: messages(revoked), keptApiKeys: messages(retained) };
    },
  });
}

function managerOf(context: CallContext): MemberManager {
  return { ...changeOf(context), scopes: context.caller.scopes };
}

function roleField(value: string): MemberRole {
  const role = choiceField<MemberRole>(value);
  if (role !== null) return role;
  const known = MEMBER_ROLES.join(', ');
  throw new AppError('missing_field', `role is missing. Send one of ${known}.`, { field: 'role', known });
}

function memberMessage(record: MemberRecord): Complete<Member> {
  return {
    id: record.id,
    role: record.role,
    teamsOnly: record.teamsOnly,
    status: record.joinedAt === null ? 'invited' : 'active',
    email: record.email ?? undefined,
    subject: record.subject ?? undefined,
    name: record.name ?? undefined,
    createdAt: record.createdAt,
    createdBy: record.createdByName,
    joinedAt: record.joinedAt ?? undefined,
    lastSeenAt: record.lastSeenAt ?? undefined,
  };
}
