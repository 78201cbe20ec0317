/** Page without navigation, for people who have not signed in. */
import type { ComponentChildren } from 'preact';
import { Logo } from '../icons/logo.tsx';

interface PlainPageProps {
  /** True: as wide as a report needs. */
  readonly isWide?: boolean;
  readonly children: ComponentChildren;
}

/** Shows one thing in the middle of the page, below the name of the product. */
export function PlainPage({ isWide = false, children }: PlainPageProps) {
  return (
    <div class={isWide ? 'plain-page plain-page--wide' : 'plain-page'}>
      <header class="brand">
        <Logo />
        Flowarden
      </header>
      <main class="plain-main" id="main" tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}
