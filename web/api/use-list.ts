/** Hook for a paged list that grows by "more". */
import { InfiniteQueryObserver, type InfiniteQueryObserverOptions } from '@tanstack/query-core';
import { useMemo } from 'preact/hooks';
import type { Call, CallInput } from './define-call.ts';
import { queryClient } from './query-client.ts';
import { type CallOptions, callKey } from './use-call.ts';
import { useObserver } from './use-observer.ts';

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

/** Loads a list page by page. Its call takes `cursor` in the query; `cursorOf` reads the next one, null at the end. */
export function useList<Page, Input extends CallInput>(
  call: Call<Page, Input>,
  input: Input,
  cursorOf: (page: Page) => string | null,
  { isEnabled = true, pollMs = false }: CallOptions = {},
): ListState<Page> {
  type Options = InfiniteQueryObserverOptions<
    Page,
    Error,
    { pages: Page[] },
    readonly unknown[],
    string | null
  >;
  const options = queryClient.defaultQueryOptions({
    queryKey: [...callKey(call, input), 'pages'],
    queryFn: ({ pageParam, signal }) =>
      call.send(
        pageParam === null ? input : { ...input, query: { ...input.query, cursor: pageParam } },
        signal,
      ),
    initialPageParam: null,
    getNextPageParam: cursorOf,
    enabled: isEnabled,
    refetchInterval: pollMs,
    placeholderData: (last) => last,
  } as Options as never) as unknown as Options;
  const observer = useMemo(
    () =>
      new InfiniteQueryObserver<Page, Error, { pages: Page[] }, readonly unknown[], string | null>(
        queryClient,
        options,
      ),
    [call],
  );
  const result = useObserver(observer, options as never) as ReturnType<typeof observer.getCurrentResult>;
  return {
    pages: result.data?.pages,
    error: result.error,
    isBusy: result.isFetching,
    isOutdated: result.isPlaceholderData,
    hasMore: result.hasNextPage,
    isLoadingMore: result.isFetchingNextPage,
    more: () => void result.fetchNextPage(),
    retry: () => void result.refetch(),
  };
}
