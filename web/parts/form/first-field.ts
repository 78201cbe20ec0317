/** Focus of forms that open by themselves. */

/** Moves the focus to the first field in which something can be entered. */
export function focusFirstField(container: Element | null): void {
  container
    ?.querySelector<HTMLElement>(':is(input, select, textarea):not([tabindex="-1"], [readonly])')
    ?.focus();
}
