/** Screens of the app: path, code that is loaded when it is opened, and what it needs. */
import type { ComponentType } from 'preact';
import lazy from 'preact-iso/lazy';
import type { AppPath } from '../../gateway/web/app-paths.ts';
import type { Scope } from '../../src/service/access/scopes.ts';

/** One screen. */
export interface Screen {
  readonly path: AppPath;
  readonly component: ComponentType;
  /** Scopes of which the person needs one; none: open to every member. */
  readonly scopes: readonly Scope[];
  /** True: open without a sign-in, and shown without navigation. */
  readonly isPublic?: boolean;
  /** True: for visitors, whom the app does not even try to know; its documents are apart from those of the app. */
  readonly isForVisitors?: boolean;
}

/** Every screen. A path of the gateway's list without an entry has no screen, and nothing links to it. */
export const SCREENS: readonly Screen[] = [
  {
    path: '/feed',
    component: lazy(() => import('../screens/feed/feed-screen.tsx')),
    scopes: ['analysis:read'],
  },
  {
    path: '/workflows',
    component: lazy(() => import('../screens/workflows/workflows-screen.tsx')),
    scopes: ['analysis:read'],
  },
  {
    path: '/workflows/:key',
    component: lazy(() => import('../screens/workflows/workflow-screen.tsx')),
    scopes: ['analysis:read'],
  },
  {
    path: '/scan',
    component: lazy(() => import('../screens/scan/scan-screen.tsx')),
    scopes: [],
    isPublic: true,
    isForVisitors: true,
  },
  {
    path: '/scan/:token',
    component: lazy(() => import('../screens/scan/scan-report-screen.tsx')),
    scopes: [],
    isPublic: true,
    isForVisitors: true,
  },
  {
    path: '/sign-in',
    component: lazy(() => import('../screens/sign-in/sign-in-screen.tsx')),
    scopes: [],
    isPublic: true,
  },
  {
    path: '/sign-out',
    component: lazy(() => import('../screens/sign-in/sign-out-screen.tsx')),
    scopes: [],
    isPublic: true,
  },
  {
    path: '/findings',
    component: lazy(() => import('../screens/findings/findings-screen.tsx')),
    scopes: ['analysis:read'],
  },
  {
    path: '/trends',
    component: lazy(() => import('../screens/trends/trends-screen.tsx')),
    scopes: ['analysis:read'],
  },
  {
    path: '/exceptions',
    component: lazy(() => import('../screens/exceptions/exceptions-screen.tsx')),
    scopes: ['exceptions:read', 'exceptions:request', 'exceptions:approve'],
  },
  {
    path: '/exceptions/new',
    component: lazy(() => import('../screens/exceptions/request-screen.tsx')),
    scopes: ['exceptions:request'],
  },
  {
    path: '/exceptions/:id',
    component: lazy(() => import('../screens/exceptions/exception-screen.tsx')),
    scopes: ['exceptions:read', 'exceptions:request', 'exceptions:approve'],
  },
  {
    path: '/rules',
    component: lazy(() => import('../screens/rules/rules-screen.tsx')),
    scopes: ['analysis:read'],
  },
  {
    path: '/rules/:id',
    component: lazy(() => import('../screens/rules/rule-screen.tsx')),
    scopes: ['analysis:read'],
  },
  {
    path: '/policies',
    component: lazy(() => import('../screens/policies/policies-screen.tsx')),
    scopes: ['policies:read', 'policies:write'],
  },
  {
    path: '/policies/:slug',
    component: lazy(() => import('../screens/policies/policy-screen.tsx')),
    scopes: ['policies:read', 'policies:write'],
  },
  {
    path: '/webhooks',
    component: lazy(() => import('../screens/webhooks/webhooks-screen.tsx')),
    scopes: ['webhooks:manage'],
  },
  {
    path: '/webhooks/:id',
    component: lazy(() => import('../screens/webhooks/webhook-screen.tsx')),
    scopes: ['webhooks:manage'],
  },
  {
    path: '/webhooks/:id/deliveries/:delivery',
    component: lazy(() => import('../screens/webhooks/delivery-screen.tsx')),
    scopes: ['webhooks:manage'],
  },
  {
    path: '/settings',
    component: lazy(() => import('../screens/settings/settings-screen.tsx')),
    scopes: ['analysis:read', 'org:admin'],
  },
  {
    path: '/settings/environments/:name',
    component: lazy(() => import('../screens/settings/environment-screen.tsx')),
    scopes: ['policies:read', 'policies:write'],
  },
  {
    path: '/settings/usage',
    component: lazy(() => import('../screens/settings/usage-screen.tsx')),
    scopes: ['analysis:read', 'org:admin'],
  },
  {
    path: '/connect',
    component: lazy(() => import('../screens/connect/connect-screen.tsx')),
    scopes: ['analysis:read'],
  },
  {
    path: '/audit',
    component: lazy(() => import('../screens/audit/audit-screen.tsx')),
    scopes: ['audit:read'],
  },
  {
    path: '/team/members',
    component: lazy(() => import('../screens/members/members-screen.tsx')),
    scopes: ['org:admin'],
  },
  {
    path: '/team/api-keys',
    component: lazy(() => import('../screens/api-keys/api-keys-screen.tsx')),
    scopes: ['keys:manage'],
  },
  {
    path: '/account',
    component: lazy(() => import('../screens/account/account-screen.tsx')),
    scopes: [],
  },
  {
    path: '/validations/:id',
    component: lazy(() => import('../screens/result/result-screen.tsx')),
    scopes: ['analysis:read', 'analysis:write'],
  },
  {
    path: '/projects',
    component: lazy(() => import('../screens/projects/projects-screen.tsx')),
    scopes: ['analysis:read'],
  },
  {
    path: '/projects/:id',
    component: lazy(() => import('../screens/projects/project-screen.tsx')),
    scopes: ['analysis:read', 'analysis:write'],
  },
];

/** Returns the screen of a path. */
export function screenOf(path: AppPath): Screen | undefined {
  return SCREENS.find((screen) => screen.path === path);
}
