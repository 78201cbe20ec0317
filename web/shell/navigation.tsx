/** Navigation at the side; on small screens a bar that opens. */

import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import type { AppPath } from '../../gateway/pages/app/app-paths.ts';
import { Icon } from '../parts/icons/icon.tsx';
import { Logo } from '../parts/icons/logo.tsx';
import { basePath, href } from '../routing/paths.ts';
import { type Person, session } from '../session/session.ts';
import { useSignOut } from '../session/use-sign-out.ts';
import { InboxCount } from './inbox-count.tsx';
import { useKey } from './keys.ts';
import { ACCOUNT, type NavigationItem, navigationGroups } from './navigation-items.ts';
import { OrganisationChoice } from './organisation-choice.tsx';
import { ThemeChoice } from './theme-choice.tsx';

interface NavigationProps {
  readonly onHelp: () => void;
  /** Absent: the person may not search. */
  readonly onSearch: (() => void) | undefined;
}

/** Shows the items that the role allows. */
export function Navigation({ onHelp, onSearch }: NavigationProps) {
  const { path } = useLocation();
  const [isOpen, setOpen] = useState(false);
  useEffect(() => setOpen(false), [path]);
  const groups = navigationGroups();
  const person = session.value?.person;
  return (
    <nav class="shell-nav" aria-label="Main">
      <div class="nav-bar">
        <a class="brand" href={href('/', null)}>
          <Logo />
          Flowarden
        </a>
        <button
          type="button"
          class="button button--quiet button--icon"
          aria-expanded={isOpen}
          aria-controls="nav-body"
          aria-label="Menu"
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name={isOpen ? 'close' : 'menu'} />
        </button>
      </div>
      <div class="nav-body" id="nav-body" data-open={isOpen ? '' : undefined}>
        <OrganisationChoice />
        {onSearch && (
          <button type="button" class="nav-link" onClick={onSearch}>
            <Icon name="search" />
            Search
          </button>
        )}
        <div>
          {groups.map((items) => (
            <ul class="plain-list nav-list" key={items[0]!.path}>
              {items.map((item) => (
                <NavigationLink key={item.path} item={item} currentPath={path} />
              ))}
            </ul>
          ))}
        </div>
        <div class="nav-foot">
          <ul class="plain-list nav-list">
            {person && <AccountItems person={person} currentPath={path} />}
            <li>
              <button type="button" class="nav-link" onClick={onHelp}>
                <Icon name="keyboard" />
                Shortcuts
              </button>
            </li>
            <li>
              <a class="nav-link" href={`${basePath()}/docs/`}>
                <Icon name="info" />
                Documentation
              </a>
            </li>
          </ul>
          <ThemeChoice />
        </div>
      </div>
    </nav>
  );
}

/** Shows the name of the person, which leads to the account, and the way out. */
function AccountItems({ person, currentPath }: { readonly person: Person; readonly currentPath: string }) {
  const { isBusy, leave } = useSignOut();
  return (
    <>
      <NavigationLink item={ACCOUNT} text={person.name} currentPath={currentPath} />
      <li>
        <button type="button" class="nav-link" aria-disabled={isBusy} onClick={leave}>
          <Icon name="leave" />
          Sign out
        </button>
      </li>
    </>
  );
}

interface NavigationLinkProps {
  readonly item: NavigationItem;
  /** Text in place of the label. */
  readonly text?: string;
  readonly currentPath: string;
}

function NavigationLink({ item, text = item.label, currentPath }: NavigationLinkProps) {
  const { route } = useLocation();
  const address = href(item.path as PlainPath, null);
  useKey(`g ${item.key}`, () => route(address), item.label);
  const isCurrent = currentPath === address || currentPath.startsWith(`${address}/`);
  return (
    <li>
      <a class="nav-link" href={address} aria-current={isCurrent ? 'page' : undefined}>
        <Icon name={item.icon} />
        <bdi class="nav-label">{text}</bdi>
        {item.path === '/inbox' && <InboxCount />}
      </a>
    </li>
  );
}

/** Paths without parameters. */
type PlainPath = Exclude<AppPath, `${string}:${string}`>;
