/** The app: navigation beside the current screen, and what can lie over them. */

import { render } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { ErrorBoundary } from 'preact-iso/lazy';
import { exec, LocationProvider, Route, Router, useLocation } from 'preact-iso/router';
import { deferred } from '../parts/deferred.tsx';
import { Messages } from '../parts/feedback/live-region.tsx';
import { MissingScope } from '../parts/feedback/missing-scope.tsx';
import { PlainPage } from '../parts/layout/plain-page.tsx';
import { basePath } from '../routing/paths.ts';
import { loadSession } from '../session/load-session.ts';
import { neededProof } from '../session/proof.ts';
import { ProofDialog } from '../session/proof-dialog.tsx';
import { hasNoOrganisation, hasScope, organisationId, session } from '../session/session.ts';
import { watchSession } from '../session/session-changes.ts';
import { handleKey, useKey } from './keys.ts';
import { KeysDialog } from './keys-dialog.tsx';
import { watchLostFocus } from './lost-focus.ts';
import { Navigation } from './navigation.tsx';
import { navigationGroups } from './navigation-items.ts';
import { NoOrganisation } from './no-organisation.tsx';
import { NotFound } from './not-found.tsx';
import { OfflineBanner } from './offline-banner.tsx';
import { SCREENS, type Screen, screenOf } from './screens.tsx';

const SearchDialog = deferred(async () => (await import('./search-dialog.tsx')).SearchDialog);

const PUBLIC = SCREENS.filter(({ isPublic }) => isPublic);
const isForVisitors = publicScreenAt(location.pathname)?.isForVisitors === true;

/** Reads who uses the app, where it has to know that, and shows it. @throws ApiError */
export async function startApp(element: HTMLElement): Promise<void> {
  // While the session is read. A failure shows when the screen does.
  void screenAt(location.pathname)
    ?.component.preload()
    .catch(() => {});
  if (!isForVisitors) {
    session.value = await loadSession();
    watchSession();
  }
  watchLostFocus();
  render(<App />, element);
}

function App() {
  return (
    <LocationProvider scope={appLinks()}>
      <Pages />
    </LocationProvider>
  );
}

/** Returns the pattern of links that the app opens itself: documentation, API and the free scanner are pages of their own. */
function appLinks(): RegExp {
  const base = basePath().replaceAll(/[^\w/]/g, '\\$&');
  return new RegExp(
    isForVisitors
      ? `^${base}/scan(?:[/?#]|$)`
      : `^${base}/(?!(?:docs|scan)(?:[/?#]|$)|api/|assets/|openapi\\.json)`,
  );
}

function screenAt(path: string): Screen | undefined {
  return SCREENS.find((screen) => exec(path, basePath() + screen.path) !== undefined);
}

function publicScreenAt(path: string): Screen | undefined {
  const screen = screenAt(path);
  return screen?.isPublic ? screen : undefined;
}

/** Shows the page of an address that needs no sign-in, or else the sign-in or what the person may see. */
function Pages() {
  const { path } = useLocation();
  const isFirst = useRef(true);
  useEffect(() => {
    isFirst.current = false;
  }, []);
  const publicScreen = publicScreenAt(path);
  const current = session.value;
  if (publicScreen === undefined && current !== null) {
    // Nothing of one organisation stays on the page when another one is chosen.
    const key = `${current.person?.id} ${organisationId.value}`;
    return <Shell key={key} takesFocus={!isFirst.current} />;
  }
  return (
    <PlainPage isWide={publicScreen?.isForVisitors === true}>
      <ErrorBoundary>
        <Router onRouteChange={focusHeading}>
          {PUBLIC.map(({ path: own, component }) => (
            <Route key={own} path={basePath() + own} component={component} />
          ))}
          <Route default component={screenOf('/sign-in')!.component} />
        </Router>
      </ErrorBoundary>
      <Messages />
    </PlainPage>
  );
}

/** Shows the screens beside the navigation. It takes the focus where it replaces another page without a new address. */
function Shell({ takesFocus }: { readonly takesFocus: boolean }) {
  const [isHelpOpen, setHelpOpen] = useState(false);
  const [isSearchOpen, setSearchOpen] = useState(false);
  const focusFirst = takesFocus ? focusHeading : undefined;
  useEffect(() => focusFirst?.(), []);
  useKey('?', () => setHelpOpen(true), 'This help');
  useKey(
    's',
    () => setSearchOpen(true),
    'Search files and rules',
    () => hasScope(['analysis:read']),
  );
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
      <Navigation
        onHelp={() => setHelpOpen(true)}
        onSearch={hasScope(['analysis:read']) ? () => setSearchOpen(true) : undefined}
      />
      <main class="shell-main" id="main" tabIndex={-1}>
        <ErrorBoundary>
          <Router onRouteChange={focusHeading} {...(focusFirst && { onLoadEnd: focusFirst })}>
            <Route path={`${base}/`} component={Home} />
            {SCREENS.filter(({ isPublic }) => !isPublic).map((screen) => (
              <Route key={screen.path} path={base + screen.path} component={gated(screen)} />
            ))}
            <Route default component={NotFound} />
          </Router>
        </ErrorBoundary>
      </main>
      <Messages />
      {isHelpOpen && <KeysDialog onClose={() => setHelpOpen(false)} />}
      {isSearchOpen && <SearchDialog onClose={() => setSearchOpen(false)} />}
      {neededProof.value && <ProofDialog kind={neededProof.value} />}
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
  const Gate = () => {
    if (hasNoOrganisation.value && screen.path !== '/account') return <NoOrganisation />;
    return hasScope(screen.scopes) ? <screen.component /> : <MissingScope scopes={screen.scopes} />;
  };
  gates.set(screen, Gate);
  return Gate;
}

/** Moves the focus to the heading of the new screen, which a screen reader then reads. */
function focusHeading(): void {
  document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
}
