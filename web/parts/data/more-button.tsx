/** End of a paged list: how much is shown, and more of it. */

interface MoreButtonProps {
  /** Number of entries that are shown. */
  readonly shown: number;
  /** Name of the entries, such as "runs". */
  readonly noun: string;
  readonly hasMore: boolean;
  readonly isBusy: boolean;
  readonly onMore: () => void;
}

/** Shows the button while there is more. */
export function MoreButton({ shown, noun, hasMore, isBusy, onMore }: MoreButtonProps) {
  if (!hasMore) return null;
  return (
    <div class="more">
      <button type="button" class="button" onClick={onMore} aria-disabled={isBusy}>
        {isBusy ? 'Loading…' : `More ${noun}`}
      </button>
      <span class="soft">{shown.toLocaleString('en')} shown</span>
    </div>
  );
}
