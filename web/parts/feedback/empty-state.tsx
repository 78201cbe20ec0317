/** Place of a list that has nothing: why, and what to do. */
import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from '../icons/icon.tsx';

interface EmptyStateProps {
  readonly icon: IconName;
  readonly title: string;
  readonly children?: ComponentChildren;
  /** Buttons or links that lead on. */
  readonly actions?: ComponentChildren;
}

/** Shows that there is nothing. Filtered, empty and first-run states have texts of their own. */
export function EmptyState({ icon, title, children, actions }: EmptyStateProps) {
  return (
    <div class="empty">
      <Icon name={icon} size={28} />
      <h2>{title}</h2>
      {children && <p>{children}</p>}
      {actions && <div class="row">{actions}</div>}
    </div>
  );
}
