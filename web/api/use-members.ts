/** Members of the organisation. */
import { hasScope } from '../session/session.ts';
import { listMembers, type Member, type MemberPage } from './calls/members.ts';
import { useCall } from './use-call.ts';

/** Reads all pages: a list to choose from lacks no one. */
const allMembers: typeof listMembers = {
  ...listMembers,
  async send(_input, signal) {
    const members: Member[] = [];
    let page: MemberPage;
    let cursor: string | null = null;
    do {
      page = await listMembers.send({ query: { cursor } }, signal);
      members.push(...page.members);
      cursor = page.nextCursor;
    } while (cursor !== null);
    return { ...page, members };
  },
};

/** Returns the members; undefined until they are loaded, and for those who may not read them. */
export function useMembers(): readonly Member[] | undefined {
  return useCall(allMembers, { query: {} }, { isEnabled: hasScope(['org:admin']) }).data?.members;
}
