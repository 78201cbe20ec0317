/** The automation products whose files are read, and what they are called on the wire. */

interface PlatformEntry {
  /** The identifier in requests and answers. */
  readonly wire: string;
  /** The product's name, for people. */
  readonly title: string;
  /** Other spellings that are accepted on input. */
  readonly aliases: readonly string[];
  /** Prefix of the ids of rules that concern this platform alone. */
  readonly rulePrefixes: readonly string[];
}

/** The closed set of platforms. The key is the name inside the code and the folder name. */
export const PLATFORMS = {
  uipath: { wire: 'platform_1', title: 'UiPath', aliases: ['uipath'], rulePrefixes: ['UIP'] },
  'power-automate': {
    wire: 'platform_2',
    title: 'Microsoft Power Automate',
    aliases: ['power_automate', 'power-automate'],
    rulePrefixes: ['PAF', 'PAD'],
  },
  'automation-anywhere': {
    wire: 'platform_3',
    title: 'Automation Anywhere A360',
    aliases: ['automation_anywhere', 'automation-anywhere'],
    rulePrefixes: ['AAB'],
  },
  'blue-prism': {
    wire: 'platform_4',
    title: 'Blue Prism',
    aliases: ['blue_prism', 'blue-prism'],
    rulePrefixes: ['BPR'],
  },
} as const satisfies Record<string, PlatformEntry>;

export type Platform = keyof typeof PLATFORMS;

/** Every platform, in the order of the published identifiers. */
export const PLATFORM_NAMES = Object.keys(PLATFORMS) as readonly Platform[];

/** The platform that a caller means by `text`, or undefined when it is none. */
export function platformFromWire(text: string): Platform | undefined {
  const wanted = text.trim().toLowerCase();
  return PLATFORM_NAMES.find(
    (name) =>
      PLATFORMS[name].wire === wanted || (PLATFORMS[name].aliases as readonly string[]).includes(wanted),
  );
}
