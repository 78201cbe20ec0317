/** Progress of dropped files, in the place where they were dropped. */
import type { ComponentChildren } from 'preact';
import { Button } from './button.tsx';

interface DropProgressProps {
  /** Says what happens. */
  readonly children: ComponentChildren;
  /** Steps that are done, and all of them; absent: not known. */
  readonly share?: { readonly value: number; readonly max: number };
  readonly onCancel: () => void;
}

/** Shows the progress with a button that cancels. */
export function DropProgress({ children, share = undefined, onCancel }: DropProgressProps) {
  return (
    <div class="drop-progress">
      <p role="status">{children}</p>
      <progress aria-label="Progress" {...share} />
      <Button onClick={onCancel}>Cancel</Button>
    </div>
  );
}
