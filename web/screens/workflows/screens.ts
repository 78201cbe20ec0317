/** Screens of workflows, which browsers load as one file. */
export { default as WorkflowScreen } from './workflow-screen.tsx';
export { default as WorkflowsScreen } from './workflows-screen.tsx';
