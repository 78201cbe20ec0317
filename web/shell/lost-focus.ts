/** Focus of an element that goes: it moves to what took its place, as a person at the keyboard would be lost otherwise. */

/** Element that had the focus, and its ancestors, each with its index. */
type Places = readonly (readonly [element: Element, index: number])[];

const FOCUSABLE = 'a[href], button, input, select, textarea, summary, [tabindex="0"]';

let places: Places = [];

/** Watches the focus of the page. */
export function watchLostFocus(): void {
  // A pointer takes the focus away on purpose; what it focuses is noted after that.
  for (const type of ['pointerdown', 'focusin'] as const)
    document.addEventListener(type, ({ target }) => {
      places = type === 'focusin' ? placesOf(target as Element) : [];
    });
  new MutationObserver(restore).observe(document.body, { childList: true, subtree: true });
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
  if (holder.matches('main, body, :has(main)')) return null;
  const { children } = holder;
  for (const near of [index, index - 1]) {
    const link = children[near]?.querySelector<HTMLElement>('.row-link');
    if (link) return link;
  }
  const all = [...holder.querySelectorAll<HTMLElement>(FOCUSABLE)];
  const first = all.find((one) => !one.matches(':disabled') && one.checkVisibility());
  return first ?? neighbourOf(holder.parentElement!, -1);
}
