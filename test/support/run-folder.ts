/** What the test files of a run share. Both variables are unset if a test file runs without the runner. */

/** Environment variable with a folder that all test files of a run share. */
export const RUN_FOLDER = 'TEST_RUN_FOLDER';

/** Environment variable with the port that answers with the URL of the run's Postgres, which the first request starts. */
export const RUN_POSTGRES_PORT = 'TEST_RUN_POSTGRES_PORT';
