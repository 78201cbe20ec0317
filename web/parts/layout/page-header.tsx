/** Header of a screen: its only `h1`, which takes the focus when the route changes, and its actions. */
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { Breakable } from '../data/breakable.tsx';
import { Icon } from '../icons/icon.tsx';
import { PrintNote } from './print-note.tsx';

/** Texts and actions of a header. */
export interface PageHeaderProps {
  readonly title: string;
  /** Title of the document if it differs from the heading. */
  readonly documentTitle?: string;
  readonly subtitle?: ComponentChildren;
  readonly actions?: ComponentChildren;
  /** Screen above this one. */
  readonly back?: { readonly href: string; readonly label: string };
  /** Marks beside the heading, such as a badge. */
  readonly marks?: ComponentChildren;
}

/** Shows the header and names the document after it. Show it while the screen still loads, too. */
export function PageHeader({
  title,
  documentTitle = title,
  subtitle,
  actions,
  back,
  marks,
}: PageHeaderProps) {
  useEffect(() => {
    document.title = `${documentTitle} · Flowarden`;
  }, [documentTitle]);
  return (
    <header class="page-header">
      <div class="page-heading">
        {back && (
          <a class="page-back" href={back.href}>
            <Icon name="back" size={12} />
            {back.label}
          </a>
        )}
        <div class="row">
          <h1 tabIndex={-1}>
            <Breakable text={title} />
          </h1>
          {marks}
        </div>
        {subtitle && <p class="page-subtitle">{subtitle}</p>}
        <PrintNote />
      </div>
      {actions && <div class="page-actions">{actions}</div>}
    </header>
  );
}
