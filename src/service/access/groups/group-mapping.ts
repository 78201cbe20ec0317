/** Mapping of a group of the identity provider to a role and teams of an organisation. */
import type { GroupGrant } from './group-rights.ts';

/** Values of a mapping that a person may change. */
export type MappingChoice = Pick<GroupGrant, 'role' | 'teamsOnly' | 'teamIds'>;

/** Mapping as it is stored. */
export interface MappingRecord extends GroupGrant {
  readonly orgId: string;
  readonly id: string;
  /** The provider whose group it is. */
  readonly issuer: string;
  /** Members whose last token had the group. */
  readonly members: number;
  /** Counts the changes, from 1. */
  readonly version: number;
  readonly createdAt: Date;
  readonly createdByName: string;
  readonly updatedAt: Date;
}
