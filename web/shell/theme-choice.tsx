/** Choice between the themes. */
import { signal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { Icon, type IconName } from '../parts/icons/icon.tsx';
import { applyTheme, storedTheme, storeTheme, THEMES, type Theme } from './theme-store.ts';

const LOOKS: Readonly<Record<Theme, readonly [label: string, name: string, icon: IconName]>> = {
  system: ['Theme of the system', 'System', 'screen'],
  light: ['Light theme', 'Light', 'sun'],
  dark: ['Dark theme', 'Dark', 'moon'],
};

/** Theme in use; the choice can be on the page twice. */
const chosen = signal(storedTheme());

/** Shows the three themes as one choice, with their names where there is room for them. */
export function ThemeChoice({ isNamed = false }: { readonly isNamed?: boolean }) {
  const group = useId();
  const choose = (theme: Theme) => {
    chosen.value = theme;
    applyTheme(theme);
    storeTheme(theme);
  };
  return (
    <fieldset class={isNamed ? 'theme-choice theme-choice--named' : 'theme-choice'}>
      <legend class="visually-hidden">Theme</legend>
      {THEMES.map((theme) => {
        const [label, name, icon] = LOOKS[theme];
        return (
          <label key={theme} title={label}>
            <input
              class="visually-hidden"
              type="radio"
              name={group}
              aria-label={label}
              checked={theme === chosen.value}
              onChange={() => choose(theme)}
            />
            <Icon name={icon} size={14} />
            {isNamed && name}
          </label>
        );
      })}
    </fieldset>
  );
}
