/** Artefacts of a listing by platform, for callers that have no remote. */
import { flowsAndAgentsOf } from './power-platform/flows-and-agents.ts';
import type { ListedRow, Remote } from './remote.ts';
import { packagesOf } from './uipath/packages.ts';

/** Platforms with a remote. */
export const REMOTE_PLATFORMS = ['uipath', 'power-platform'] as const;
export type RemotePlatform = (typeof REMOTE_PLATFORMS)[number];

/** Selection of the artefacts by platform, as the remotes make it. */
export const SELECT_ARTEFACTS: Readonly<Record<RemotePlatform, Remote['select']>> = {
  uipath: packagesOf,
  'power-platform': flowsAndAgentsOf,
};

/** Returns a text that all rows about one artefact share: rows with another one are about others. */
export const subjectOf = ({ name, place }: ListedRow): string => place.agent ?? place.id ?? name;
