/**
 * Commands that open, use and close sessions, by package. Names are those of the packages' own files, as exported bots have
 * them; the vendor's documentation describes each pair under "Open" and "Close" (docs.automationanywhere.com, packages).
 */
import { derived } from '../../model/interning/derived.ts';
import { isLive, literalOf, propertyOf } from '../../model/navigate.ts';
import type { Severity } from '../../model/rule.ts';
import type { Activity, Property, Workflow } from '../../model/workflow.ts';

/** Facts about the sessions of one package. */
interface SessionPackage {
  readonly opens: readonly string[];
  readonly closes: string;
  /** Effect of a session that stays open. */
  readonly left: string;
  readonly severity: Severity;
}

/** Sessions of a package that runs code. */
const script = (language: string): SessionPackage => ({
  opens: [`${language}.commands.openScript`],
  closes: `${language}.commands.closeScript`,
  left: 'the script stays in memory',
  severity: 'low',
});
const WORKBOOK = { opens: ['OpenSpreadsheet', 'CreateSpreadsheet'], closes: 'CloseSpreadsheet' };

const PACKAGES: ReadonlyMap<string, SessionPackage> = new Map([
  ['Excel_MS', { ...WORKBOOK, left: 'Excel keeps running and locks the workbook', severity: 'medium' }],
  ['Excel', { ...WORKBOOK, left: 'the workbook stays locked until the bot ends', severity: 'low' }],
  [
    'CsvTxt',
    {
      opens: ['OpenCSVTXT'],
      closes: 'CloseCsvTxt',
      left: 'the file stays locked until the bot ends',
      severity: 'low',
    },
  ],
  [
    'Database',
    { opens: ['connect'], closes: 'disconnect', left: 'the connection stays open', severity: 'medium' },
  ],
  [
    'TerminalEmulator',
    {
      opens: ['connect'],
      closes: 'disconnect',
      left: 'the host keeps the user signed in',
      severity: 'medium',
    },
  ],
  [
    'Email',
    { opens: ['emailConnect'], closes: 'closeEmail', left: 'the connection stays open', severity: 'low' },
  ],
  ['Ftp', { opens: ['connect'], closes: 'disconnect', left: 'the connection stays open', severity: 'low' }],
  [
    'XML',
    { opens: ['startSession'], closes: 'endSession', left: 'the document stays in memory', severity: 'low' },
  ],
  ['DLL', { opens: ['Open'], closes: 'Close', left: 'the library stays loaded', severity: 'low' }],
  ['VBScript', script('vbscript')],
  ['JavaScript', script('javascript')],
  ['Python', script('python')],
] satisfies readonly [string, SessionPackage][]);

/** One use of a session by a live command. */
export interface SessionUse {
  readonly activity: Activity;
  /** Setting with the name. */
  readonly at: Property;
  /** Name in lower case, as the bot compares it. */
  readonly key: string;
}

/** Uses of the sessions of one package in a bot, each in the order of the bot. */
export interface PackageSessions {
  readonly facts: SessionPackage;
  readonly opened: readonly SessionUse[];
  readonly closed: readonly SessionUse[];
  readonly used: readonly SessionUse[];
  /** Some session comes out of a variable, or goes into one: its name says nothing. */
  readonly isPassed: boolean;
}

/** Returns the setting that names the session of a command. */
export const sessionSetting = (activity: Activity): Property | undefined =>
  propertyOf(activity, 'session') ?? propertyOf(activity, 'sessionName');

interface Found {
  readonly opened: SessionUse[];
  readonly closed: SessionUse[];
  readonly used: SessionUse[];
  isPassed: boolean;
}

/** Collects the sessions of a bot by package. */
export const sessionsOf = derived((workflow: Workflow): readonly PackageSessions[] => {
  const byPackage = new Map<string, Found>();
  for (const activity of workflow.activities) {
    const [name = '', command = ''] = activity.type.split('/');
    const facts = PACKAGES.get(name);
    const at = facts === undefined || !isLive(activity) ? undefined : sessionSetting(activity);
    if (facts === undefined || at === undefined) continue;
    const found = byPackage.get(name) ?? { opened: [], closed: [], used: [], isPassed: false };
    byPackage.set(name, found);
    const key = literalOf(at)?.trim().toLowerCase();
    if (key === undefined || command === 'setSessionVariable') found.isPassed = true;
    if (key === undefined) continue;
    const list = facts.opens.includes(command)
      ? found.opened
      : command === facts.closes
        ? found.closed
        : found.used;
    list.push({ activity, at, key });
  }
  return [...byPackage].map(([name, found]) => ({ facts: PACKAGES.get(name)!, ...found }));
});

/** Returns the first use of each session. */
export function firstByName(uses: readonly SessionUse[]): readonly SessionUse[] {
  const first = new Map<string, SessionUse>();
  for (const use of uses) if (!first.has(use.key)) first.set(use.key, use);
  return [...first.values()];
}
