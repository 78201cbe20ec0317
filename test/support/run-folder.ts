/** Environment variable with a folder that all test files of a run share; unset if a test file runs alone. */
export const RUN_FOLDER = 'TEST_RUN_FOLDER';
