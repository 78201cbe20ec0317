/** Keys of the app: one listener, and a register that the help dialog shows. */
import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';

/** Key that does something now. */
export interface KeyEntry {
  /** `event.key`, or two keys with a blank between them that follow each other. */
  readonly key: string;
  /** Text in the help; null: not listed. */
  readonly about: string | null;
  readonly run: () => void;
  /** Returns whether it applies now. */
  readonly applies: () => boolean;
}

const STORAGE_NAME = 'flowarden.keys';
/** Time for the second key of two. */
const SECOND_KEY_MS = 1_500;
/** Keys that work while shortcuts are off: they are no single letters or signs. */
const ALWAYS = ['Escape', 'ArrowDown', 'ArrowUp'];

/** Keys that are registered, the newest last. */
export const keyEntries = signal<readonly KeyEntry[]>([]);

/** True while single letters do something; a person can switch that off. */
export const keysEnabled = signal(readEnabled());

function readEnabled(): boolean {
  try {
    return localStorage.getItem(STORAGE_NAME) !== 'off';
  } catch {
    return true;
  }
}

/** Switches the keys on or off, and stores that. */
export function enableKeys(isOn: boolean): void {
  keysEnabled.value = isOn;
  try {
    localStorage.setItem(STORAGE_NAME, isOn ? 'on' : 'off');
  } catch {
    // A browser without storage forgets the choice.
  }
}

/** Registers a key while the component is there. The newest one of equal keys that applies runs. */
export function useKey(
  key: string,
  run: () => void,
  about: string | null = null,
  applies: () => boolean = () => true,
): void {
  const latest = useRef({ run, applies });
  latest.current = { run, applies };
  useEffect(() => {
    const entry: KeyEntry = {
      key,
      about,
      run: () => latest.current.run(),
      applies: () => latest.current.applies(),
    };
    keyEntries.value = [...keyEntries.peek(), entry];
    return () => {
      keyEntries.value = keyEntries.peek().filter((other) => other !== entry);
    };
  }, [key, about]);
}

let firstKey: { readonly key: string; readonly atMs: number } | null = null;

/** Runs what a key stands for. Fields, open dialogs and keys of the browser come first. */
export function handleKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  const target = event.target as Element | null;
  const isAlways = ALWAYS.includes(event.key);
  if (isTyping(target) || (!isAlways && !keysEnabled.value)) return;
  if (document.querySelector('dialog:modal') !== null) return;
  const before = keyBefore(event);
  firstKey = null;
  const entry = (before === null ? undefined : entryOf(`${before} ${event.key}`)) ?? entryOf(event.key);
  if (entry !== undefined) {
    event.preventDefault();
    entry.run();
  } else if (keyEntries.value.some(({ key }) => key.startsWith(`${event.key} `))) {
    firstKey = { key: event.key, atMs: event.timeStamp };
  }
}

/** Returns whether a key is one of the current screen, alone or as one of two. */
export function isScreenKey(event: KeyboardEvent): boolean {
  if (!keysEnabled.value) return false;
  const { key } = event;
  const before = keyBefore(event);
  if (before !== null && entryOf(`${before} ${key}`) !== undefined) return true;
  return entryOf(key) !== undefined || keyEntries.value.some((entry) => entry.key.startsWith(`${key} `));
}

/** Returns the first key of two, if this may be the second one. */
function keyBefore({ timeStamp }: KeyboardEvent): string | null {
  return firstKey !== null && timeStamp - firstKey.atMs < SECOND_KEY_MS ? firstKey.key : null;
}

function entryOf(key: string): KeyEntry | undefined {
  return keyEntries.value.findLast((entry) => entry.key === key && entry.applies());
}

function isTyping(target: Element | null): boolean {
  if (target === null) return false;
  if (target.closest('[contenteditable]')) return true;
  if (target instanceof HTMLInputElement) return !['checkbox', 'radio', 'button'].includes(target.type);
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}
