/** Dialog over the page. */
import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { focusFirstField } from '../form/first-field.ts';
import { Icon } from '../icons/icon.tsx';

interface DialogProps {
  readonly title: ComponentChildren;
  /** Called by Escape and the close button; the opener then removes the dialog. */
  readonly onClose: () => void;
  readonly children: ComponentChildren;
  /** Buttons at the end; the main one is last. */
  readonly actions?: ComponentChildren;
  /** Sends the form of the dialog; its body and buttons are then one form. */
  readonly onSubmit?: () => void;
}

/** Shows a modal dialog of the browser: the focus stays in it, and returns to where it came from. */
export function Dialog({ title, onClose, children, actions, onSubmit }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useLayoutEffect(() => {
    const element = dialog.current!;
    element.showModal();
    // The browser would focus the close button.
    if (onSubmit) focusFirstField(element.querySelector('.dialog-body'));
    else element.querySelector<HTMLElement>(':is(.dialog-body, .dialog-actions) .button')?.focus();
    // The browser then gives the focus back.
    return () => element.close();
  }, []);
  const content = (
    <>
      <div class="dialog-body">{children}</div>
      {actions && <div class="dialog-actions">{actions}</div>}
    </>
  );
  return (
    <dialog
      ref={dialog}
      class="dialog"
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div class="dialog-header">
        <h2 id={titleId}>{title}</h2>
        <button type="button" class="button button--quiet button--icon" aria-label="Close" onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
      {onSubmit ? (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            onSubmit();
          }}
        >
          {content}
        </form>
      ) : (
        content
      )}
    </dialog>
  );
}
