/** Screens of projects and of what runs in tenants, which browsers load as one file. */
export { default as DriftScreen } from '../sources/drift-screen.tsx';
export { default as SourceScreen } from '../sources/source-screen.tsx';
export { default as SourcesScreen } from '../sources/sources-screen.tsx';
export { default as ProjectScreen } from './project-screen.tsx';
export { default as ProjectsScreen } from './projects-screen.tsx';
