/** Panel over the edge of a screen, for one entry of what the screen lists. */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useKey } from '../../shell/keys.ts';
import { Icon } from '../icons/icon.tsx';

interface SidePanelProps {
  readonly title: ComponentChildren;
  /** Name for screen readers. */
  readonly label: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** Shows the panel with the focus in it; Escape closes it. The focus returns to where it came from, or to the screen's heading. */
export function SidePanel({ title, label, onClose, children }: SidePanelProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useKey('Escape', onClose, 'Close the panel');
  useEffect(() => {
    const opener = document.activeElement as HTMLElement | null;
    heading.current?.focus();
    return () => {
      if (opener?.isConnected) opener.focus();
      // What was deleted takes its row along, and the focus with it.
      requestAnimationFrame(() => {
        if (document.activeElement === document.body) document.querySelector('h1')?.focus();
      });
    };
  }, []);
  return (
    <aside class="side-panel" aria-label={label}>
      <div class="side-panel-header">
        <h2 ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <button type="button" class="button button--quiet button--icon" aria-label="Close" onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
      <div class="side-panel-body">{children}</div>
    </aside>
  );
}
