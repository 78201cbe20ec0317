/** Confinement of a role that may read only the program and its own certificates. */
import { join } from 'node:path';
import {
  confiningFlags,
  networkFlags,
  ownCompileCache,
  programPaths,
  SOURCE_ROOT,
} from '../../infra/process/confinement.ts';
import { downloadsFolder } from '../../infra/process/downloads-folder.ts';
import { installRoot, ROOT_DOCUMENTS } from '../../infra/process/install-root.ts';
import { webFolder } from '../../infra/process/web-folder.ts';

/** Files for the metrics of a process. Not the whole folder: it also has the secrets of the environment. */
const OWN_STATE = ['stat', 'status', 'limits', 'fd'].map((name) => `/proc/self/${name}`);

/** Documents that the gateway serves as pages. */
const DOCUMENTS = ['docs/', ...ROOT_DOCUMENTS].map((path) => join(installRoot(), path));

/** Settings that name a file. */
const FILE_SETTING = /^(?:FLOWARDEN|OTEL)_\w+_(?:CERT|KEY|CA|FILE|CERTIFICATE)$/;

type Environment = Readonly<Record<string, string | undefined>>;

/** Returns the flags for Node, and the role's environment with a compile cache of its own. */
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
    join(webFolder(), '/'),
    join(downloadsFolder(), '/'),
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
