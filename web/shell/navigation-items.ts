/** Items of the navigation, in groups. An item appears when its screen exists and the role allows it. */
import type { AppPath } from '../../gateway/pages/app/app-paths.ts';
import type { IconName } from '../parts/icons/icon.tsx';
import { hasScope } from '../session/session.ts';
import { screenOf } from './screens.tsx';

/** One item. */
export interface NavigationItem {
  readonly path: AppPath;
  readonly label: string;
  readonly icon: IconName;
  /** Second key after `g`. */
  readonly key: string;
}

const GROUPS: readonly (readonly NavigationItem[])[] = [
  [
    { path: '/feed', label: 'Feed', icon: 'feed', key: 'f' },
    { path: '/inbox', label: 'Inbox', icon: 'inbox', key: 'b' },
    { path: '/workflows', label: 'Workflows', icon: 'workflows', key: 'w' },
    { path: '/findings', label: 'Findings', icon: 'findings', key: 'i' },
    { path: '/exceptions', label: 'Exceptions', icon: 'exceptions', key: 'e' },
    { path: '/rules', label: 'Rules', icon: 'rules', key: 'r' },
  ],
  [
    { path: '/projects', label: 'Projects', icon: 'projects', key: 'p' },
    { path: '/channels', label: 'Channels', icon: 'channels', key: 'c' },
    { path: '/inventory', label: 'Inventory', icon: 'search', key: 'n' },
    { path: '/sources', label: 'Sources', icon: 'download', key: 'd' },
    { path: '/drift', label: 'Drift', icon: 'sort', key: 'x' },
    { path: '/trends', label: 'Trends', icon: 'trends', key: 't' },
  ],
  [
    { path: '/team/members', label: 'Members', icon: 'team', key: 'm' },
    { path: '/team/teams', label: 'Teams', icon: 'team', key: 'j' },
    { path: '/team/api-keys', label: 'API keys', icon: 'key', key: 'k' },
    { path: '/team/trust-policies', label: 'Trust policies', icon: 'lock', key: 'y' },
    { path: '/webhooks', label: 'Webhooks', icon: 'webhooks', key: 'h' },
    { path: '/settings', label: 'Settings', icon: 'settings', key: 's' },
    { path: '/policies', label: 'Policies', icon: 'policies', key: 'o' },
    { path: '/audit', label: 'Audit', icon: 'audit', key: 'a' },
    { path: '/evidence', label: 'Evidence', icon: 'evidence', key: 'v' },
  ],
];

/** Separate item at the end, labelled with the person's name. */
export const ACCOUNT: NavigationItem = { path: '/account', label: 'Account', icon: 'account', key: 'u' };

/** Returns the groups with the items that can be used now. */
export function navigationGroups(): readonly (readonly NavigationItem[])[] {
  return GROUPS.map((items) => items.filter(isUsable)).filter((items) => items.length > 0);
}

function isUsable({ path }: NavigationItem): boolean {
  const screen = screenOf(path);
  return screen !== undefined && hasScope(screen.scopes);
}
