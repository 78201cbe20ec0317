/** Servers that texts name, and the environment that the name of each says it belongs to. */
import { isLive } from '../../model/navigate.ts';
import { type Text, textsOf } from '../../model/text.ts';
import type { Workflow } from '../../model/workflow.ts';
import { wordsOf } from '../../semantics/words.ts';
import { filledLater } from '../blue-prism/filled-later.ts';

/** Environment of a server: production, or one before it; undefined: its name does not say. */
export type Stage = 'production' | 'earlier';

/** Server with the environment that its name says. */
export interface StagedHost {
  readonly host: string;
  readonly stage: Stage | undefined;
  /** Its name without the environment: the same for the servers of one system. */
  readonly system: string;
}

/** Server of an address, a share or a connection string. */
const HOSTS =
  /(?:\b(?:https?|ftps?|sftp|wss?):\/\/|(?<![\\\w:])\\\\|\b(?:server|data source|host)\s?=\s?(?:tcp:)?)([a-z\d][\w-]{0,62}(?:\.[a-z\d][\w-]{0,62}){0,8})/gi;
const PRODUCTION = /^(?:prod|prd|production)\d{0,2}$/;
const EARLIER =
  /^(?:dev|devel|development|test|tst|testing|uat|qa|sit|stage|staging|stg|preprod|sandbox|sbx)\d{0,2}$/;
/** Servers whose names have such words for other reasons: products, regions of a cloud, examples of documents. */
const OTHER =
  /(?:^|\.)(?:dev\.azure\.com|azureedge\.net|azurefd\.net|logic\.azure\.com|(?:test|example)\.(?:com|org|net)|salesforce\.com)$/;

/** Words that a name has for an environment, as in `urlProd`. */
const NAMED =
  /^(?:prod|prd|production|live|dev|devel|development|tst|test|testing|uat|qa|sit|stage|staging|stg|preprod|sandbox|sbx)$/;

/** Returns whether the name of a value says for which environment it is. The workflow chooses between such values. */
export const namesEnvironment = (name: string): boolean => wordsOf(name).some((word) => NAMED.test(word));

/** Returns whether a system is a whole site. A site and a server below it are often different systems. */
export const isSite = ({ host, system }: StagedHost): boolean =>
  host.endsWith(`.${system}`) && system.split('.').length === 2;

/** Returns what the name of a server says of its environment. */
export function stagedHost(name: string): StagedHost {
  const host = name.toLowerCase();
  if (OTHER.test(host)) return { host, stage: undefined, system: '' };
  let stage: Stage | undefined;
  const labels = host.split('.').flatMap((label) => {
    const words = label.split(/[-_]/).filter((word) => {
      const own = PRODUCTION.test(word) ? 'production' : EARLIER.test(word) ? 'earlier' : undefined;
      stage ??= own;
      return own === undefined;
    });
    return words.length === 0 ? [] : [words.join('-')];
  });
  return { host, stage, system: labels.join('.') };
}

const SLASH = 0x2f;
const BACKSLASH = 0x5c;
const EQUALS = 0x3d;

/** Returns whether a text may name a server; most are ruled out without decoding them. */
function mayName({ raw }: Text): boolean {
  if (raw === undefined) return true;
  for (let at = raw.start + 1; at < raw.end; at += 1) {
    const byte = raw.bytes[at]!;
    if (byte === EQUALS || ((byte === SLASH || byte === BACKSLASH) && raw.bytes[at - 1] === byte))
      return true;
  }
  return false;
}

/** Setting with the page on which Studio recorded a target. */
const SEEN_PAGE = /(?:^|\.)BrowserURL$/;
/** Kinds of texts that name a server to use it. */
const USED: ReadonlySet<Text['kind']> = new Set(['literal', 'expression', 'default']);

/** Kinds of files that list the servers of which a person chooses one. */
const LISTS: ReadonlySet<Workflow['kind']> = new Set([
  'power-automate-connector',
  'power-automate-connector-settings',
]);

/** Yields the texts of a workflow that name servers, with the names. */
export function* namedHosts(
  workflow: Workflow,
): Generator<readonly [text: Text, hosts: ReadonlySet<string>]> {
  if (LISTS.has(workflow.kind)) return;
  for (const text of textsOf(workflow)) {
    const owner = workflow.activities[text.owner];
    if (!USED.has(text.kind) || SEEN_PAGE.test(text.name) || !mayName(text)) continue;
    if ((owner !== undefined && !isLive(owner)) || filledLater(workflow).has(text.at)) continue;
    const hosts = new Set([...text.text.matchAll(HOSTS)].map(([, host]) => host!));
    if (hosts.size > 0) yield [text, hosts];
  }
}
