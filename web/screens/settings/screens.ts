/** Screens of settings, which browsers load as one file. */
export { default as EnvironmentScreen } from './environment-screen.tsx';
export { default as SettingsScreen } from './settings-screen.tsx';
export { default as UsageScreen } from './usage-screen.tsx';
