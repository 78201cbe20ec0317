/** Hook for a paged list that grows by "more". */
import { callKey, type Entry, load, stop } from './answers.ts';
import type { Call, CallInput } from './define-call.ts';
import { type CallOptions, useAnswer } from './use-answer.ts';

/** State of a list. */
export interface ListState<Page> {
  /** Loaded pages; undefined before the first. */
  readonly pages: readonly Page[] | undefined;
  readonly error: Error | null;
  readonly isBusy: boolean;
  /** True while the pages belong to the previous input. */
  readonly isOutdated: boolean;
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  /** Loads the next page. */
  readonly more: () => void;
  readonly retry: () => void;
}

/** End of the keys of lists that grow page by page. */
const PAGES = 'pages';

/** Returns whether an answer is a list that grows page by page. */
export function isPaged({ key }: Entry): boolean {
  return key.at(-1) === PAGES;
}

/** Loads a list page by page. Its call takes `cursor` in the query; `cursorOf` reads the next one, null at the end. */
export function useList<Page, Input extends CallInput>(
  call: Call<Page, Input>,
  input: Input,
  cursorOf: (page: Page) => string | null,
  options: CallOptions = {},
): ListState<Page> {
  const page = (cursor: string | null, signal: AbortSignal) =>
    call.send(cursor === null ? input : { ...input, query: { ...input.query, cursor } }, signal);
  // As many pages as are known: those that a person has opened stay open.
  const all = async (signal: AbortSignal, known: unknown) => {
    const pages: Page[] = [];
    let cursor: string | null = null;
    do {
      pages.push(await page(cursor, signal));
      cursor = cursorOf(pages.at(-1)!);
    } while (cursor !== null && pages.length < ((known as Page[] | undefined)?.length ?? 1));
    return pages;
  };
  const { entry, data, ...state } = useAnswer(call, [...callKey(call, input), PAGES], all, options);
  const pages = data as readonly Page[] | undefined;
  const next = pages && cursorOf(pages.at(-1)!);
  return {
    ...state,
    pages,
    hasMore: next != null,
    isLoadingMore: entry.running?.isMore === true,
    more() {
      if (next == null || state.isOutdated || entry.running?.isMore) return;
      stop(entry);
      void load(entry, async (signal) => [...pages!, await page(next, signal)], true);
    },
  };
}
