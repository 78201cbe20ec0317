/** Screens of the app: path, code that is loaded when it is opened, and what it needs. */
import type { ComponentType } from 'preact';
import lazy from 'preact-iso/lazy';
import type { AppPath } from '../../gateway/pages/app/app-paths.ts';
import type { Scope } from '../../src/service/access/scopes.ts';

/** One screen. */
export interface Screen {
  readonly path: AppPath;
  /** Its code is loaded by `preload`, or when it is shown. */
  readonly component: ComponentType & { preload(): Promise<unknown> };
  /** Scopes of which the person needs one; none: open to every member. */
  readonly scopes: readonly Scope[];
  /** True: open without a sign-in, and shown without navigation. */
  readonly isPublic?: boolean;
  /** True for screens of visitors without a session; they have documents of their own. */
  readonly isForVisitors?: boolean;
}

// Screens that belong together are one file: small ones compress badly, and each costs a round trip.
const feed = () => import('../screens/feed-screens.ts');
const audit = () => import('../screens/audit-screens.ts');
const estate = () => import('../screens/estate-screens.ts');
const access = () => import('../screens/access-screens.ts');
const scan = () => import('../screens/scan/screens.ts');
const signIn = () => import('../screens/sign-in/screens.ts');
const exceptions = () => import('../screens/exceptions/screens.ts');
const rules = () => import('../screens/rule-screens.ts');
const settings = () => import('../screens/settings-screens.ts');
const trends = () => import('../screens/trends/screens.ts');
const projects = () => import('../screens/projects/screens.ts');

/** Every screen. A path of the gateway's list without an entry has no screen, and nothing links to it. */
export const SCREENS: readonly Screen[] = [
  {
    path: '/feed',
    component: lazy(async () => (await feed()).FeedScreen),
    scopes: ['analysis:read'],
  },
  {
    path: '/inbox',
    component: lazy(async () => (await exceptions()).InboxScreen),
    scopes: ['analysis:read', 'exceptions:read', 'exceptions:request', 'exceptions:approve'],
  },
  {
    path: '/check',
    component: lazy(async () => (await feed()).CheckScreen),
    scopes: ['analysis:write'],
  },
  {
    path: '/changes/:id',
    component: lazy(async () => (await feed()).ChangeScreen),
    scopes: ['analysis:read'],
  },
  {
    path: '/workflows',
    component: lazy(async () => (await estate()).WorkflowsScreen),
    scopes: ['analysis:read'],
  },
  {
    path: '/workflows/:key',
    component: lazy(async () => (await estate()).WorkflowScreen),
    scopes: ['analysis:read'],
  },
  {
    path: '/scan',
    component: lazy(async () => (await scan()).ScanScreen),
    scopes: [],
    isPublic: true,
    isForVisitors: true,
  },
  {
    path: '/scan/:token',
    component: lazy(async () => (await scan()).ScanReportScreen),
    scopes: [],
    isPublic: true,
    isForVisitors: true,
  },
  {
    path: '/sign-in',
    component: lazy(async () => (await signIn()).SignInScreen),
    scopes: [],
    isPublic: true,
  },
  {
    path: '/sign-out',
    component: lazy(async () => (await signIn()).SignOutScreen),
    scopes: [],
    isPublic: true,
  },
  {
    path: '/findings',
    component: lazy(async () => (await estate()).FindingsScreen),
    scopes: ['analysis:read'],
  },
  {
    path: '/channels',
    component: lazy(async () => (await estate()).ChannelsScreen),
    scopes: ['analysis:read'],
  },
  {
    path: '/inventory',
    component: lazy(async () => (await estate()).InventoryScreen),
    scopes: ['analysis:read'],
  },
  {
    path: '/drift',
    component: lazy(async () => (await projects()).DriftScreen),
    scopes: ['analysis:read'],
  },
  {
    path: '/sources',
    component: lazy(async () => (await projects()).SourcesScreen),
    scopes: ['analysis:read', 'sources:manage'],
  },
  {
    path: '/sources/:id',
    component: lazy(async () => (await projects()).SourceScreen),
    scopes: ['analysis:read', 'sources:manage'],
  },
  {
    path: '/trends',
    component: lazy(async () => (await trends()).TrendsScreen),
    scopes: ['analysis:read'],
  },
  {
    path: '/trends/report',
    component: lazy(async () => (await trends()).ReportScreen),
    scopes: ['analysis:read'],
  },
  {
    path: '/exceptions',
    component: lazy(async () => (await exceptions()).ExceptionsScreen),
    scopes: ['exceptions:read', 'exceptions:request', 'exceptions:approve'],
  },
  {
    path: '/exceptions/new',
    component: lazy(async () => (await exceptions()).RequestScreen),
    scopes: ['exceptions:request'],
  },
  {
    path: '/exceptions/:id',
    component: lazy(async () => (await exceptions()).ExceptionScreen),
    scopes: ['exceptions:read', 'exceptions:request', 'exceptions:approve'],
  },
  {
    path: '/rules',
    component: lazy(async () => (await rules()).RulesScreen),
    scopes: ['analysis:read'],
  },
  {
    path: '/rules/:id',
    component: lazy(async () => (await rules()).RuleScreen),
    scopes: ['analysis:read'],
  },
  {
    path: '/policies',
    component: lazy(async () => (await rules()).PoliciesScreen),
    scopes: ['policies:read', 'policies:write'],
  },
  {
    path: '/policies/:slug',
    component: lazy(async () => (await rules()).PolicyScreen),
    scopes: ['policies:read', 'policies:write'],
  },
  {
    path: '/webhooks',
    component: lazy(async () => (await settings()).WebhooksScreen),
    scopes: ['webhooks:manage'],
  },
  {
    path: '/webhooks/:id',
    component: lazy(async () => (await settings()).WebhookScreen),
    scopes: ['webhooks:manage'],
  },
  {
    path: '/webhooks/:id/deliveries/:delivery',
    component: lazy(async () => (await settings()).DeliveryScreen),
    scopes: ['webhooks:manage'],
  },
  {
    path: '/settings',
    component: lazy(async () => (await settings()).SettingsScreen),
    scopes: ['analysis:read', 'org:admin'],
  },
  {
    path: '/settings/environments/:name',
    component: lazy(async () => (await settings()).EnvironmentScreen),
    scopes: ['policies:read', 'policies:write'],
  },
  {
    path: '/settings/usage',
    component: lazy(async () => (await settings()).UsageScreen),
    scopes: ['analysis:read', 'org:admin'],
  },
  {
    path: '/connect',
    component: lazy(async () => (await access()).ConnectScreen),
    scopes: ['analysis:read'],
  },
  {
    path: '/audit',
    component: lazy(async () => (await audit()).AuditScreen),
    scopes: ['audit:read'],
  },
  {
    path: '/evidence',
    component: lazy(async () => (await audit()).EvidenceScreen),
    scopes: ['audit:read'],
  },
  {
    path: '/team/members',
    component: lazy(async () => (await access()).MembersScreen),
    scopes: ['org:admin'],
  },
  {
    path: '/team/teams',
    component: lazy(() => import('../screens/teams/teams-screen.tsx')),
    scopes: ['org:admin'],
  },
  {
    path: '/team/api-keys',
    component: lazy(async () => (await access()).ApiKeysScreen),
    scopes: ['keys:manage'],
  },
  {
    path: '/team/trust-policies',
    component: lazy(async () => (await access()).TrustPoliciesScreen),
    scopes: ['trust:manage'],
  },
  {
    path: '/account',
    component: lazy(async () => (await access()).AccountScreen),
    scopes: [],
  },
  {
    path: '/validations/:id',
    component: lazy(() => import('../screens/result/result-screen.tsx')),
    scopes: ['analysis:read', 'analysis:write'],
  },
  {
    path: '/projects',
    component: lazy(async () => (await projects()).ProjectsScreen),
    scopes: ['analysis:read'],
  },
  {
    path: '/projects/:id',
    component: lazy(async () => (await projects()).ProjectScreen),
    scopes: ['analysis:read', 'analysis:write'],
  },
];

/** Returns the screen of a path. */
export function screenOf(path: AppPath): Screen | undefined {
  return SCREENS.find((screen) => screen.path === path);
}
