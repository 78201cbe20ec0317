/** The automation products whose files are read, and their names on the wire. */

interface PlatformEntry {
  /** Identifier in requests and responses. */
  readonly wire: string;
  /** The product's name, for people. */
  readonly title: string;
  /**
   * Other spellings that are accepted on input; the first is the vendor's name for responses in the `vendor` naming.
   */
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
    aliases: ['automation_anywhere', 'automation-anywhere', 'aa'],
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

/** Returns the platform that a rule concerns alone, by the prefix of its id; undefined: it concerns several. */
export function ownPlatform(ruleId: string): Platform | undefined {
  const prefix = ruleId.slice(0, 3);
  return PLATFORM_NAMES.find((name) => (PLATFORMS[name].rulePrefixes as readonly string[]).includes(prefix));
}

/** Naming of platforms in responses: the interface's `platform_1`, or the vendor's `uipath`. */
export const PLATFORM_NAMINGS = ['neutral', 'vendor'] as const;
export type PlatformNaming = (typeof PLATFORM_NAMINGS)[number];

/** Returns the name of a platform in responses. Stored data has the neutral one. */
export function platformName(platform: Platform, naming: PlatformNaming = 'neutral'): string {
  const { wire, aliases } = PLATFORMS[platform];
  return naming === 'vendor' ? aliases[0] : wire;
}

/** Returns every name that requests may use for a platform, starting with the one of responses. */
export function acceptedNames(platform: Platform, naming: PlatformNaming = 'neutral'): readonly string[] {
  const { wire, aliases } = PLATFORMS[platform];
  return [...new Set([platformName(platform, naming), wire, ...aliases])];
}

/** Returns both names of a platform, as errors write them: `platform_1 (uipath)`. */
export function bothNames(platform: Platform): string {
  return `${platformName(platform)} (${platformName(platform, 'vendor')})`;
}

/** Returns the platform that `text` names, or undefined when it names none. */
export function platformFromWire(text: string): Platform | undefined {
  const wanted = text.trim().toLowerCase();
  return PLATFORM_NAMES.find((name) => acceptedNames(name).includes(wanted));
}
