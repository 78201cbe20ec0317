/** Choice between the themes. */
import { useState } from 'preact/hooks';
import { Icon, type IconName } from '../parts/icons/icon.tsx';
import { applyTheme, storedTheme, storeTheme, THEMES, type Theme } from './theme-store.ts';

const LOOKS: Readonly<Record<Theme, readonly [label: string, icon: IconName]>> = {
  system: ['Theme of the system', 'screen'],
  light: ['Light theme', 'sun'],
  dark: ['Dark theme', 'moon'],
};

/** Shows the three themes as one choice. */
export function ThemeChoice() {
  const [chosen, setChosen] = useState(storedTheme);
  const choose = (theme: Theme) => {
    setChosen(theme);
    applyTheme(theme);
    storeTheme(theme);
  };
  return (
    <fieldset class="theme-choice">
      <legend class="visually-hidden">Theme</legend>
      {THEMES.map((theme) => {
        const [label, icon] = LOOKS[theme];
        return (
          <label key={theme} title={label}>
            <input
              class="visually-hidden"
              type="radio"
              name="theme"
              aria-label={label}
              checked={theme === chosen}
              onChange={() => choose(theme)}
            />
            <Icon name={icon} size={14} />
          </label>
        );
      })}
    </fieldset>
  );
}
