/** Applies the stored theme before the first paint. The page loads this script alone, and waits for it. */
import { applyTheme, storedTheme } from './shell/theme-store.ts';

applyTheme(storedTheme());
