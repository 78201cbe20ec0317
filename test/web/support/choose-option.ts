/** Choice in a select by the keyboard. */
import type { Locator } from 'playwright-core';

/** Types the begin of an option's label, as the browser then chooses it. */
export async function chooseOption(select: Locator, label: string): Promise<void> {
  await select.pressSequentially(label);
}
