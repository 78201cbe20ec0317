/** Banner for the operator when everything serves: addresses, and a command to try. */
import { isAbsolute, join, relative } from 'node:path';
import { CURL_FILE, FIRST_RUN_FILE } from '../../service/access/first-run.ts';

export interface BannerFacts {
  readonly version: string;
  readonly restUrl: string;
  readonly grpcAddress: string;
  readonly dataDir: string;
  /** Folder of the program, with the samples. */
  readonly installRoot: string;
  /** Current folder of the operator, to which paths are relative. */
  readonly workingDir: string;
  /** True if the data folder holds a usable key. */
  readonly hasKey: boolean;
  /** Link by which the first person signs in; undefined: none is needed. */
  readonly signInUrl: string | undefined;
  /** True if a person reads the banner. Elsewhere it is collected, and may show no link that lets its reader in. */
  readonly isTerminal: boolean;
  readonly startMs: number;
}

/** Builds the banner. It never holds the key: the curl command reads it from a file that only its owner can read. */
export function banner(facts: BannerFacts): string {
  const { workingDir, installRoot } = facts;
  const show = (path: string) => shortPath(workingDir, path);
  const sample = join(installRoot, 'samples', 'uipath', 'Main.xaml');
  const credentials = facts.hasKey
    ? `-K ${quote(show(join(facts.dataDir, CURL_FILE)))}`
    : '-H "Authorization: ApiKey $FLOWARDEN_API_KEY" -H "X-Org-Id: $FLOWARDEN_ORG_ID"';
  const upload = `-F platform=uipath -F ${quote(`file=@${show(sample)}`)}`;
  return `
  Flowarden ${facts.version} is ready (${(facts.startMs / 1000).toFixed(1)} s)

    Web    ${webLine(facts, show)}
    REST   ${facts.restUrl}
    Docs   ${facts.restUrl}/docs/
    gRPC   ${facts.grpcAddress}
    Data   ${show(facts.dataDir)}${facts.hasKey ? '   (organisation and API key: first-run.json)' : ''}

  Validate a sample, with a report to read, or with the answer of the API:

    ${workingDir === installRoot ? 'npx flowarden' : 'flowarden'} validate ${quote(show(sample))}
    curl -sS ${credentials} ${upload} ${quote(`${facts.restUrl}/api/v1/validate`)}

`;
}

/** Returns the address of the web app, and the first sign-in link or its place. */
function webLine(
  { restUrl, signInUrl, isTerminal, hasKey, dataDir }: BannerFacts,
  show: (path: string) => string,
): string {
  if (signInUrl === undefined) return `${restUrl}/`;
  if (isTerminal) return `${signInUrl}   (for you: once, within an hour)`;
  const place = hasKey
    ? `signInUrl in ${show(join(dataDir, FIRST_RUN_FILE))}`
    : 'run `flowarden sign-in-link`';
  return `${restUrl}/   (your link to sign in, once: ${place})`;
}

function shortPath(workingDir: string, path: string): string {
  const near = relative(workingDir, path);
  return near === '' ? '.' : near.startsWith('..') || isAbsolute(near) ? path : near;
}

/** Quotes the text as one word of a POSIX shell. */
function quote(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
