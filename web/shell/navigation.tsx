/** Navigation at the side; on small screens a bar that opens. */

import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import type { AppPath } from '../../gateway/web/app-paths.ts';
import { Icon } from '../parts/icons/icon.tsx';
import { Logo } from '../parts/icons/logo.tsx';
import { basePath, href } from '../routing/paths.ts';
import { useKey } from './keys.ts';
import { accountItem, type NavigationItem, navigationGroups } from './navigation-items.ts';
import { OrganisationChoice } from './organisation-choice.tsx';
import { ThemeChoice } from './theme-choice.tsx';

/** Shows the items that the role allows. */
export function Navigation({ onHelp }: { readonly onHelp: () => void }) {
  const { path } = useLocation();
  const [isOpen, setOpen] = useState(false);
  useEffect(() => setOpen(false), [path]);
  const groups = navigationGroups();
  const account = accountItem();
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
            {account && <NavigationLink item={account} currentPath={path} />}
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

function NavigationLink({
  item,
  currentPath,
}: {
  readonly item: NavigationItem;
  readonly currentPath: string;
}) {
  const { route } = useLocation();
  const address = href(item.path as PlainPath, null);
  useKey(`g ${item.key}`, () => route(address), item.label);
  const isCurrent = currentPath === address || currentPath.startsWith(`${address}/`);
  return (
    <li>
      <a class="nav-link" href={address} aria-current={isCurrent ? 'page' : undefined}>
        <Icon name={item.icon} />
        {item.label}
      </a>
    </li>
  );
}

/** Paths without parameters. */
type PlainPath = Exclude<AppPath, `${string}:${string}`>;
