/** Tabs of the settings. */
import { Tabs } from '../../parts/layout/tabs.tsx';
import { href } from '../../routing/paths.ts';

/** Shows the tabs; each is a screen of its own. */
export function SettingsTabs({ current }: { readonly current: 'settings' | 'usage' }) {
  return (
    <Tabs
      label="Settings"
      tabs={[
        { label: 'Organisation', href: href('/settings', null), isCurrent: current === 'settings' },
        { label: 'Usage', href: href('/settings/usage', null), isCurrent: current === 'usage' },
      ]}
    />
  );
}
