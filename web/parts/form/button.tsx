/** Buttons, and links that look like them. */
import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from '../icons/icon.tsx';

/** Weight of a button: one primary a screen at most. */
export type ButtonKind = 'plain' | 'primary' | 'danger' | 'quiet';

interface Look {
  readonly kind?: ButtonKind;
  readonly icon?: IconName;
  readonly small?: boolean;
}

interface ButtonProps extends Look {
  readonly onClick?: () => void;
  /** True while its call runs: it stays focusable, and does nothing. */
  readonly isBusy?: boolean;
  readonly disabled?: boolean;
  readonly type?: 'button' | 'submit';
  /** Name where the text is not enough. */
  readonly label?: string;
  readonly children?: ComponentChildren;
}

/** Shows a button. Its text is a verb with what it does it to. */
export function Button({ onClick, isBusy = false, type = 'button', label, children, ...look }: ButtonProps) {
  return (
    <button
      type={type}
      class={classOf(look, children === undefined)}
      aria-label={label}
      aria-disabled={isBusy ? true : undefined}
      disabled={look.disabled}
      onClick={(event) => {
        if (isBusy) event.preventDefault();
        else onClick?.();
      }}
    >
      {look.icon && <Icon name={look.icon} />}
      {children}
    </button>
  );
}

interface LinkButtonProps extends Look {
  readonly href: string;
  readonly children: ComponentChildren;
}

/** Shows a link as a button: it leads somewhere and changes nothing. */
export function LinkButton({ href, children, ...look }: LinkButtonProps) {
  return (
    <a class={classOf(look, false)} href={href}>
      {look.icon && <Icon name={look.icon} />}
      {children}
    </a>
  );
}

function classOf({ kind = 'plain', small = false }: Look, isIcon: boolean): string {
  const parts = [kind === 'plain' ? null : kind, small ? 'small' : null, isIcon ? 'icon' : null];
  return ['button', ...parts.flatMap((part) => (part === null ? [] : [`button--${part}`]))].join(' ');
}
