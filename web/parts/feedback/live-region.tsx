/** Messages of the app: announced politely, and shown for a while where they should be seen. */
import { signal } from '@preact/signals';
import { Icon } from '../icons/icon.tsx';

/** Message on the screen. */
interface Toast {
  readonly id: number;
  readonly text: string;
}

/** Time for which a message stays. */
const TOAST_MS = 6_000;

const spoken = signal('');
const toasts = signal<readonly Toast[]>([]);
let lastId = 0;

/** Announces a text to screen readers. */
export function announce(text: string): void {
  // The same text twice must be two changes.
  spoken.value = spoken.value === text ? `${text}\u00a0` : text;
}

/** Shows a message at the edge of the screen and announces it. */
export function showToast(text: string): void {
  const id = ++lastId;
  toasts.value = [...toasts.value, { id, text }];
  announce(text);
  setTimeout(() => closeToast(id), TOAST_MS);
}

function closeToast(id: number): void {
  toasts.value = toasts.value.filter((toast) => toast.id !== id);
}

/** Shows the messages. There is one for the whole app. */
export function Messages() {
  return (
    <>
      <div class="visually-hidden" role="status" aria-live="polite">
        {spoken.value}
      </div>
      {toasts.value.length > 0 && (
        <section class="toasts" aria-label="Messages">
          {toasts.value.map(({ id, text }) => (
            <div class="toast" key={id}>
              <span>{text}</span>
              <button
                type="button"
                class="button button--icon button--small"
                aria-label="Close the message"
                onClick={() => closeToast(id)}
              >
                <Icon name="close" />
              </button>
            </div>
          ))}
        </section>
      )}
    </>
  );
}
