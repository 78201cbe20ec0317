/** What a role is started with that may read the program and its own certificates, and nothing else on this machine. */
import { join } from 'node:path';
import {
  confiningFlags,
  networkFlags,
  ownCompileCache,
  programPaths,
  SOURCE_ROOT,
} from '../../infra/process/confinement.ts';
import { installRoot, ROOT_DOCUMENTS } from '../../infra/process/install-root.ts';

/** What the counters of a process are read from. Not the folder: the secrets of the environment stand there too. */
const OWN_STATE = ['stat', 'status', 'limits', 'fd'].map((name) => `/proc/self/${name}`);

/** The documents that the gateway serves as pages. */
const DOCUMENTS = ['docs/', ...ROOT_DOCUMENTS].map((path) => join(installRoot(), path));

/** Settings that name a file. */
const FILE_SETTING = /^(?:FLOWARDEN|OTEL)_\w+_(?:CERT|KEY|CA|FILE|CERTIFICATE)$/;

type Environment = Readonly<Record<string, string | undefined>>;

/** The flags for Node, and the role's environment with a compile cache of its own. */
export function confineRole(
  name: string,
  environment: Environment,
): { readonly execArgv: readonly string[]; readonly environment: Environment } {
  const files = Object.entries(environment).flatMap(([setting, path]) =>
    path && FILE_SETTING.test(setting) ? [path] : [],
  );
  const readable = [
    ...programPaths(),
    join(SOURCE_ROOT, '..', 'gateway/'),
    ...DOCUMENTS,
    ...OWN_STATE,
    ...files,
  ];
  const cache = ownCompileCache(environment.NODE_COMPILE_CACHE, name);
  return {
    execArgv: [...confiningFlags(readable, cache === null ? [] : [cache]), ...networkFlags()],
    environment: { ...environment, NODE_COMPILE_CACHE: cache ?? undefined },
  };
}
