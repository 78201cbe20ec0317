/** Names of browsers and systems in what browsers call themselves. */

/** Part of the text → name; the first that fits counts, as most browsers also claim to be others. */
const BROWSERS = [
  [/Edg\//, 'Edge'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const;
const SYSTEMS = [
  [/Windows/, 'Windows'],
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
] as const;

/** Returns a short name such as "Firefox on Linux"; a text that fits none stands for itself. */
export function browserText(userAgent: string): string {
  const browser = BROWSERS.find(([part]) => part.test(userAgent))?.[1];
  const system = SYSTEMS.find(([part]) => part.test(userAgent))?.[1];
  if (browser === undefined) return userAgent.slice(0, 60) || 'Unknown browser';
  return system === undefined ? browser : `${browser} on ${system}`;
}
