/** Tabs of a screen: links, as each tab has an address of its own. */

/** One tab. */
export interface Tab {
  readonly label: string;
  readonly href: string;
  readonly isCurrent: boolean;
  readonly count?: number;
}

/** Shows tabs as a navigation; its content is the rest of the screen. */
export function Tabs({ label, tabs }: { readonly label: string; readonly tabs: readonly Tab[] }) {
  return (
    <nav class="tabs" aria-label={label}>
      {tabs.map((tab) => (
        <a key={tab.label} class="tab" href={tab.href} aria-current={tab.isCurrent ? 'page' : undefined}>
          {tab.label}
          {tab.count !== undefined && <span class="count">{tab.count.toLocaleString('en')}</span>}
        </a>
      ))}
    </nav>
  );
}
