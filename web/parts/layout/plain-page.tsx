/** Page without navigation, for people who have not signed in. */
import type { ComponentChildren } from 'preact';
import { Logo } from '../icons/logo.tsx';

/** Shows one thing in the middle of the page, below the name of the product. */
export function PlainPage({ children }: { readonly children: ComponentChildren }) {
  return (
    <div class="plain-page">
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
