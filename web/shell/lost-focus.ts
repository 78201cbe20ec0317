/** Focus of an element that goes: it moves to what took its place, as a person at the keyboard would be lost otherwise. */

/** Element that had the focus, and its ancestors, each with its index. */
type Places = readonly (readonly [element: Element, index: number])[];

const FOCUSABLE = 'a[href], button, input, select, textarea, summary, [tabindex="0"]';

let places: Places = [];

/** Watches the focus; the returned function ends that. */
export function watchLostFocus(): () => void {
  const note = ({ target }: Event) => {
    places = placesOf(target as Element);
  };
  // A pointer takes the focus away on purpose; what it focuses is noted after that.
  const forget = () => {
    places = [];
  };
  const observer = new MutationObserver(restore);
  document.addEventListener('focusin', note);
  document.addEventListener('pointerdown', forget);
  observer.observe(document.body, { childList: true, subtree: true });
  return () => {
    document.removeEventListener('focusin', note);
    document.removeEventListener('pointerdown', forget);
    observer.disconnect();
  };
}

function placesOf(element: Element | null): Places {
  if (element === null || element === document.body) return [];
  const index = [...(element.parentElement?.children ?? [])].indexOf(element);
  return [[element, index], ...placesOf(element.parentElement)];
}

function restore(): void {
  const remaining = places.findIndex(([element]) => element.isConnected);
  if (remaining < 1 || document.activeElement !== document.body) return;
  const holder = places[remaining]![0];
  const [, index] = places[remaining - 1]!;
  (neighbourOf(holder, index) ?? document.querySelector<HTMLElement>('main h1'))?.focus();
}

/** Returns what can have the focus near a child that went, such as the next row. Null: the screen as a whole went. */
function neighbourOf(holder: Element, index: number): HTMLElement | null {
  if (holder.matches('main, .shell')) return null;
  const { children } = holder;
  for (const near of [index, index - 1]) {
    const link = children[near]?.querySelector<HTMLElement>('.row-link');
    if (link) return link;
  }
  const all = [...holder.querySelectorAll<HTMLElement>(FOCUSABLE)];
  return all.find((one) => !one.matches(':disabled') && one.checkVisibility()) ?? neighbourOfParent(holder);
}

function neighbourOfParent({ parentElement }: Element): HTMLElement | null {
  return parentElement === null ? null : neighbourOf(parentElement, -1);
}
