/** Screens of projects, which browsers load as one file. */
export { default as ProjectScreen } from './project-screen.tsx';
export { default as ProjectsScreen } from './projects-screen.tsx';
