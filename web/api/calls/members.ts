/** Calls of the members of an organisation. */
import type { z } from 'zod';
import type {
  MemberListResponse,
  MemberRemovalResponse,
  MemberResponse,
} from '../../../gateway/routes/organisation/member-schema.ts';
import type { InvitationResponse } from '../../../gateway/routes/people/session-schema.ts';
import { defineCall } from '../define-call.ts';

export type Member = z.output<typeof MemberResponse>;
export type MemberPage = z.output<typeof MemberListResponse>;
export type Invitation = z.output<typeof InvitationResponse>;

/** New member: known by an address or, where there is an identity provider, by a subject. */
export interface MemberForm {
  readonly role: string;
  readonly email: string | null;
  readonly subject: string | null;
}

type OfMember = { readonly params: { readonly id: string } };

const PATH = '/api/v1/members';

export const listMembers = defineCall<MemberPage, { query: { role?: string; status?: string } }>('GET', PATH);
export const addMember = defineCall<Member, { body: MemberForm }>('POST', PATH);
export const updateMember = defineCall<Member, OfMember & { body: { role: string } }>(
  'PATCH',
  `${PATH}/{id}`,
);
export const inviteMember = defineCall<Invitation, OfMember>('POST', `${PATH}/{id}/invitation`);
export const removeMember = defineCall<
  z.output<typeof MemberRemovalResponse> | null,
  OfMember & { query: { keepKeys?: 'true' } }
>('DELETE', `${PATH}/{id}`);
