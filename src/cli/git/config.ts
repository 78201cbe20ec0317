/** Environment of Git's processes. */

/** Returns an environment in which Git fetches nothing: a partial clone names the command that would send missing objects. */
export function gitEnvironment(): NodeJS.ProcessEnv {
  return {
    ...process.env,
    GIT_NO_LAZY_FETCH: '1',
    // Git before 2.44 has no other switch for that. No protocol has this name.
    GIT_ALLOW_PROTOCOL: 'none',
    GIT_NO_REPLACE_OBJECTS: '1',
  };
}
