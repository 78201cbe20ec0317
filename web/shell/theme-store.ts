/** Choice of the theme, stored in the browser. */

/** Themes that a person can choose. */
export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const STORAGE_NAME = 'flowarden.theme';

/** Returns the stored theme; `system` where storage is not available. */
export function storedTheme(): Theme {
  try {
    const stored = localStorage.getItem(STORAGE_NAME);
    return THEMES.find((theme) => theme === stored) ?? 'system';
  } catch {
    return 'system';
  }
}

/** Applies a theme to the page. */
export function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

/** Stores a theme for the next visit. */
export function storeTheme(theme: Theme): void {
  try {
    localStorage.setItem(STORAGE_NAME, theme);
  } catch {
    // A browser without storage forgets the choice.
  }
}
