/** Calls of the members of an organisation. */
import type {
  InvitationResponse,
  MemberListResponse,
  MemberRemovalResponse,
  MemberResponse,
} from '../../../src/gen/contract/answers.ts';
import { defineCall } from '../define-call.ts';

export type Member = MemberResponse;
export type MemberPage = MemberListResponse;
export type Invitation = InvitationResponse;

/** Rights of a member. */
export interface MemberRights {
  readonly role: string;
  /** Narrowing to what the teams of the member own. */
  readonly teamsOnly: boolean;
}

/** New member: known by an address or, where there is an identity provider, by a subject. */
export interface MemberForm extends MemberRights {
  readonly email: string | null;
  readonly subject: string | null;
}

type OfMember = { readonly params: { readonly id: string } };

const PATH = '/api/v1/members';

export const listMembers = defineCall<
  MemberPage,
  { query: { role?: string; status?: string; pageSize?: string; cursor?: string | null } }
>('GET', PATH);
export const addMember = defineCall<Member, { body: MemberForm }>('POST', PATH);
export const updateMember = defineCall<Member, OfMember & { body: MemberRights }>('PATCH', `${PATH}/{id}`);
export const inviteMember = defineCall<Invitation, OfMember>('POST', `${PATH}/{id}/invitation`);
export const removeMember = defineCall<
  MemberRemovalResponse | null,
  OfMember & { query: { keepKeys?: 'true' } }
>('DELETE', `${PATH}/{id}`);
