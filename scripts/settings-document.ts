/** `docs/settings.md`: every setting, from the table by which the program reads them. */
import { SETTINGS } from '../src/infra/settings/setting-table.ts';
import type { Setting } from '../src/infra/settings/setting-values.ts';
import { markdownTable } from '../src/text/markdown-table.ts';

/** Returns the whole document. */
export function settingsDocument(): string {
  return `# Settings

Generated from the source: \`npm run generate\`.

Settings are environment variables. One that is empty counts as unset; one that is not allowed stops the start and is named, with what
it must be. \`flowarden serve\` passes each to the roles that it starts, but for secrets, which reach only the roles that read them.
A secret may stand in a file that its name with \`_FILE\` names, as \`DATABASE_URL_FILE=/run/secrets/database_url\`; the variable itself
counts first. A variable that begins with \`FLOWARDEN_\` and is no setting is warned of at the start, with the nearest name; so is a
\`FLOWARDEN_HOST\` that others can reach without TLS or without a \`FLOWARDEN_BASE_URL\`. *Commands* are those of the operator: \`migrate\`, \`keys\`, \`members\`, \`plan\`, \`audit\`,
\`leads\` and \`deliveries\`.

${markdownTable(
  ['variable', 'meaning', 'must be', 'default', 'read by', 'secret'],
  Object.entries(SETTINGS as Readonly<Record<string, Setting<unknown>>>).map(([name, setting]) => [
    `\`${name}\``,
    setting.meaning,
    setting.allowed,
    setting.byDefault ?? defaultText(setting.defaultValue),
    setting.readers.join(', '),
    setting.isSecret ? 'yes' : '',
  ]),
)}
`;
}

function defaultText(value: unknown): string {
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return 'none';
  return typeof value === 'number' ? String(value) : `\`${value}\``;
}
