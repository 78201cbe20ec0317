/** Services about the members of an organisation: the people, and the groups by which they come. */
import { createSeal } from '../infra/sealing/seal.ts';
import type { Service } from '../rpc/server/service.ts';
import { type GroupMappingDeps, groupMappingService } from '../rpc/services/access/group-mapping-service.ts';
import { memberService } from '../rpc/services/access/member-service.ts';
import type { InvitationDeps } from '../service/access/links/invitations.ts';

/** Dependencies of the services. */
export interface MemberServicesDeps extends GroupMappingDeps, Omit<InvitationDeps, 'seal'> {
  readonly secretsKey: string;
}

/** Creates the services. */
export function memberServices(deps: MemberServicesDeps): readonly Service[] {
  return [memberService({ ...deps, seal: createSeal(deps.secretsKey) }), groupMappingService(deps)];
}
