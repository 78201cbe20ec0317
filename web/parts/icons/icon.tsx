/** Icons of the app: one path each, drawn on a grid of 16 with the colour of the text. */

/** Name → path, stroked. */
const PATHS = {
  feed: 'M2.500 4h11M2.500 8h11M2.500 12h7',
  inbox: 'M2.500 9.500 4.500 3h7l2 6.500v4h-11zM2.500 9.500H6l1 1.500h2l1-1.500h3.500',
  workflows: 'M2.500 2.500h4v4h-4zM9.500 9.500h4v4h-4zM4.500 6.500v5h5',
  channels: 'M2.500 3.500h3v3h-3zM2.500 9.500h3v3h-3zM10.500 6.500h3v3h-3zM5.500 5h2.500v6h-2.500M8 8h2.500',
  findings: 'M8 2.500 14 13H2zM8 6.500v3M8 11.300v.01',
  exceptions: 'M8 2 13 4v4c0 3-2 5-5 6-3-1-5-3-5-6V4zM6 8h4',
  rules: 'M4 2.500h8v11H4zM6.500 5.500h3M6.500 8h3M6.500 10.500h3',
  projects: 'M2.500 4.500v8h11v-6.500h-6L6 4.500z',
  trends: 'M2.500 13.500v-11M2.500 13.500h11M5 10.500l3-3.500 2 2 3-4.500',
  team: 'M6 7.500a2.250 2.250 0 1 0 0-4.500 2.250 2.250 0 0 0 0 4.500zM2 13c0-2.200 1.700-3.500 4-3.500s4 1.300 4 3.500M10.500 3.200a2.200 2.200 0 0 1 0 4.200M11.500 9.700c1.500.4 2.500 1.500 2.500 3.300',
  webhooks: 'M9 2.500 4 9h3.500L7 13.500 12 7H8.500z',
  settings: 'M2.500 5h6M11.500 5h2M2.500 11h2M7.500 11h6M10 3.500v3M6 9.500v3',
  policies: 'M3.500 2.500h6l3 3v8h-9zM9.500 2.500v3h3M6 9.500l1.300 1.300L10 8',
  audit: 'M8 4.500V8l2.500 1.500M8 14A6 6 0 1 0 2.500 10.400M2 7.500l.5 3 2.900-.8',
  evidence: 'M5.500 3.500h-2v10h9v-10h-2M5.500 2.500h5v2.500h-5zM5.500 9.300l1.700 1.700L10.500 7.500',
  key: 'M6 10.500a2.500 2.500 0 1 1 0-5 2.500 2.500 0 0 1 0 5zM8.500 8h5.500v2.500M11.500 8v2',
  account: 'M8 8a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5zM3 13.500c0-2.500 2-4 5-4s5 1.500 5 4',
  search: 'M7 11.500a4.500 4.500 0 1 0 0-9 4.500 4.500 0 0 0 0 9zM10.500 10.500l3 3',
  menu: 'M2.500 4.500h11M2.500 8h11M2.500 11.500h11',
  close: 'M4 4l8 8M12 4l-8 8',
  check: 'M3.500 8.500l3 3 6-7',
  copy: 'M5.500 5.500h8v8h-8zM10.500 5.500v-3h-8v8h3',
  down: 'M4 6l4 4 4-4',
  up: 'M4 10l4-4 4 4',
  download: 'M8 2.500v8M4.500 7l3.500 3.500L11.500 7M3 13.500h10',
  back: 'M9.500 4l-4 4 4 4',
  forward: 'M6.500 4l4 4-4 4',
  sort: 'M5.500 6.500 8 4l2.500 2.500M5.500 9.500 8 12l2.500-2.500',
  sun: 'M8 10.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5zM8 1.500v1.500M8 13v1.500M1.500 8H3M13 8h1.500M3.400 3.400l1 1M11.600 11.600l1 1M12.600 3.400l-1 1M4.400 11.600l-1 1',
  moon: 'M13 9.500A5.500 5.500 0 0 1 6.500 3a5.500 5.500 0 1 0 6.500 6.500z',
  screen: 'M2.500 3.500h11v7.500h-11zM6 13.500h4M8 11v2.500',
  keyboard: 'M1.500 4.500h13v7h-13zM4 7v.01M6.700 7v.01M9.300 7v.01M12 7v.01M5 9.300h6',
  offline:
    'M2 2l12 12M4 8.500a5.500 5.500 0 0 1 2.500-1.300M12 8.500a5.600 5.600 0 0 0-2-1.200M6.300 11a2.600 2.600 0 0 1 3.400 0M2 5.800A8.800 8.800 0 0 1 4.600 4.200M14 5.800a8.800 8.800 0 0 0-6.500-2.200',
  info: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM8 7.500v3M8 5.300v.01',
  warning: 'M8 2.500 14 13H2zM8 6.500v3M8 11.300v.01',
  external: 'M9 3h4v4M13 3 7.500 8.500M11 9.500V13H3V5h3.500',
  leave: 'M6.500 2.500h-4v11h4M6.500 8h7M10.500 5l3 3-3 3',
  lock: 'M3.500 7.500h9v6h-9zM5.500 7.500V5a2.500 2.500 0 0 1 5 0v2.500',
} as const satisfies Readonly<Record<string, string>>;

export type IconName = keyof typeof PATHS;

/** Draws an icon. It is decoration: the name of a control without text is its `aria-label`. */
export function Icon({ name, size = 16 }: { readonly name: IconName; readonly size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path
        d={PATHS[name]}
        fill="none"
        stroke="currentColor"
        stroke-width="1.4"
        stroke-linecap="round"
        stroke-linejoin="round"
      />
    </svg>
  );
}
