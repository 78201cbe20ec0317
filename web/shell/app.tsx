/** The app: navigation beside the current screen, and what can lie over them. */

import { useEffect, useState } from 'preact/hooks';
import { ErrorBoundary } from 'preact-iso/lazy';
import { LocationProvider, Route, Router, useLocation } from 'preact-iso/router';
import { Messages } from '../parts/feedback/live-region.tsx';
import { MissingScope } from '../parts/feedback/missing-scope.tsx';
import { basePath } from '../routing/paths.ts';
import { hasScope, signInNeeded } from '../session/session.ts';
import { SignInDialog } from '../session/sign-in-dialog.tsx';
import { handleKey, useKey } from './keys.ts';
import { KeysDialog } from './keys-dialog.tsx';
import { Navigation } from './navigation.tsx';
import { navigationGroups } from './navigation-items.ts';
import { NotFound } from './not-found.tsx';
import { OfflineBanner } from './offline-banner.tsx';
import { SCREENS, type Screen } from './screens.tsx';

/** Shows the app. */
export function App() {
  return (
    <LocationProvider scope={appLinks()}>
      <Shell />
    </LocationProvider>
  );
}

/** Returns the pattern of links that the app opens itself: documentation and API are pages of their own. */
function appLinks(): RegExp {
  return new RegExp(
    `^${basePath().replaceAll(/[^\w/]/g, '\\$&')}/(?!docs(?:[/?#]|$)|api/|assets/|openapi\\.json)`,
  );
}

function Shell() {
  const [isHelpOpen, setHelpOpen] = useState(false);
  useKey('?', () => setHelpOpen(true), 'This help');
  useEffect(() => {
    addEventListener('keydown', handleKey);
    return () => removeEventListener('keydown', handleKey);
  }, []);
  const base = basePath();
  return (
    <div class="shell">
      <a class="skip-link visually-hidden" href="#main">
        Skip to the content
      </a>
      <div class="shell-banner">
        <OfflineBanner />
      </div>
      <Navigation onHelp={() => setHelpOpen(true)} />
      <main class="shell-main" id="main" tabIndex={-1}>
        <ErrorBoundary>
          <Router onRouteChange={focusHeading}>
            <Route path={`${base}/`} component={Home} />
            {SCREENS.map((screen) => (
              <Route key={screen.path} path={base + screen.path} component={gated(screen)} />
            ))}
            <Route default component={NotFound} />
          </Router>
        </ErrorBoundary>
      </main>
      <Messages />
      {isHelpOpen && <KeysDialog onClose={() => setHelpOpen(false)} />}
      {signInNeeded.value && <SignInDialog />}
    </div>
  );
}

/** Leads to the first screen that the role allows. */
function Home() {
  const { route } = useLocation();
  useEffect(() => {
    const first = navigationGroups()[0]?.[0];
    if (first !== undefined) route(basePath() + first.path, true);
  }, []);
  return null;
}

const gates = new Map<Screen, () => preact.JSX.Element>();

/** Returns the screen behind a check of its scopes. */
function gated(screen: Screen): () => preact.JSX.Element {
  const known = gates.get(screen);
  if (known !== undefined) return known;
  const Gate = () =>
    hasScope(screen.scopes) ? <screen.component /> : <MissingScope scopes={screen.scopes} />;
  gates.set(screen, Gate);
  return Gate;
}

/** Moves the focus to the heading of the new screen, which a screen reader then reads. */
function focusHeading(): void {
  document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
}
