/** Link to an address that a caller sent. */
import type { ComponentChildren } from 'preact';

interface WebLinkProps {
  /** Address as it was sent; null without one. */
  readonly address: string | null;
  readonly children: ComponentChildren;
}

/** Shows its children as a link to an address of the web, as text for other addresses. */
export function WebLink({ address, children }: WebLinkProps) {
  const href = address === null ? null : webAddress(address);
  if (href === null) return <bdi>{children}</bdi>;
  return (
    <a href={href} rel="noreferrer">
      {children}
    </a>
  );
}

/**
 * Returns the address if it is one of the web, else null: a link to `javascript:` or `file:` does something other than to
 * open a page.
 */
function webAddress(text: string): string | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url.href : null;
}
