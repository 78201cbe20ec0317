/** Mark of the product: a shield that approves. */
export function Logo() {
  return (
    <svg width="20" height="20" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path fill="currentColor" d="M8 .8 14 3v4.600c0 3.600-2.400 6.200-6 7.600-3.600-1.400-6-4-6-7.600V3z" />
      <path
        d="m5.200 8 2 2 3.700-4"
        fill="none"
        stroke="var(--surface)"
        stroke-width="1.600"
        stroke-linecap="round"
        stroke-linejoin="round"
      />
    </svg>
  );
}
