/** Screens over all files, which browsers load as one file. */
export { default as ChannelsScreen } from './channels/channels-screen.tsx';
export { default as FindingsScreen } from './findings/findings-screen.tsx';
export { default as InventoryScreen } from './inventory/inventory-screen.tsx';
export { default as WorkflowScreen } from './workflows/workflow-screen.tsx';
export { default as WorkflowsScreen } from './workflows/workflows-screen.tsx';
